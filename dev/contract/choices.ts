/** Values of fields, as the editor stores them. */

interface Choice {
	__rl: true;
	mode: 'list' | 'name' | 'id';
	value: string;
	[key: string]: string | boolean;
}

/** A period with an end that is excluded. */
export const JANUARY = {
	period: 'custom',
	after: '2026-01-01T00:00:00Z',
	before: '2026-01-31T00:00:00Z',
};

/** A choice By ID. */
export function uid(value: string): Choice {
	return { __rl: true, mode: 'id', value };
}

/** A choice By Name. */
export function byName(value: string): Choice {
	return { __rl: true, mode: 'name', value };
}

/** A field for several objects with these entries; `locator` is the parameter of each. */
export function several(locator: string, ...choices: Choice[]) {
	return { values: choices.map((choice) => ({ [locator]: choice })) };
}

/** A filter with these entries. The editor stores all but the first inside the first. */
export function filterBy(locator: string, first: Choice, ...others: Choice[]) {
	return { values: { [locator]: first, more: several(locator, ...others) } };
}

/** A filter by people, by their identifiers. */
export function peopleById(first: string, ...others: string[]) {
	return filterBy('person', uid(first), ...others.map(uid));
}

/** Several conversations by their identifiers. */
export function chatsById(...uids: string[]) {
	return several('conversation', ...uids.map(uid));
}

/** A choice By ID of a field of the input item. */
export function fromInput(field: string): Choice {
	return uid(`={{ $json.${field} }}`);
}
