import type { IDataObject } from 'n8n-workflow';

import { brokenAnswer, isObject, looked } from '../api/answer';
import { candidatesOf, type Candidates } from '../api/candidates';
import type { Reading } from '../api/reading';
import { HOUR } from '../api/time';
import { FailureError } from '../errors/failure';
import { formatValue, truncate } from '../errors/format';
import type { NameLookup } from '../fields/nameLookup';
import { LIMITS } from '../limits';

/** A name in place of an identifier, until it is looked up. */
export class NameRef {
	/** Key of the lookup: equal for names that are looked up alike */
	readonly key: string;

	constructor(
		/** Display name of the field */
		readonly field: string,
		readonly lookup: NameLookup,
		readonly name: string,
		/** True if the text can be an identifier as well: models pass on what they got from other tools */
		readonly canBeId = false,
	) {
		// Two IDs can differ in upper and lower case alone
		const text = canBeId && seemsId(name) ? name : folded(name);
		this.key = JSON.stringify([lookup.path, lookup.thing.one, text]);
	}
}

/** Settings of lookups. */
export interface Lookups extends Pick<Reading, 'send'> {
	/** True if only an exact match is accepted, because the request changes something */
	exact: boolean;
	/** Cache of identifiers by key; found identifiers are added */
	known?: KnownIds;
}

/** Cache of identifiers by the key of a name. */
export interface KnownIds {
	get(key: string): string | undefined;
	set(key: string, id: string): void;
}

/**
 * The bodies with identifiers in place of names, or a failure for a body with a name that matches no object or several.
 * Each name is looked up once, however many bodies contain it.
 */
export async function withoutNames(
	bodies: IDataObject[],
	how: Lookups,
): Promise<Array<IDataObject | Error>> {
	const refs = new Map<string, NameRef>();
	for (const body of bodies) for (const ref of refsIn(body)) refs.set(ref.key, ref);
	// Read all at once: the cache can drop entries while other names are looked up
	const known = new Map([...refs.keys()].map((key) => [key, how.known?.get(key)]));
	const candidates = await lookedUp(
		[...refs.values()].filter(({ key }) => known.get(key) === undefined),
		how,
	);
	const idOf = (ref: NameRef): string => {
		const remembered = known.get(ref.key);
		if (remembered !== undefined) return remembered;
		const found = candidates.get(ref.key)!;
		if (found instanceof Error) throw found;
		const id = chosen(ref, found.rows, how.exact);
		how.known?.set(ref.key, id);
		return id;
	};
	return bodies.map((body) => looked(() => replaced(body, idOf) as IDataObject));
}

/** Candidates by the key of the name. */
async function lookedUp(refs: NameRef[], how: Lookups): Promise<Map<string, Candidates | Error>> {
	const paths = [...new Set(refs.map(({ lookup }) => lookup.path))];
	const found = new Map<string, Candidates | Error>();
	await Promise.all(
		paths.map(async (path) => {
			const own = refs.filter(({ lookup }) => lookup.path === path);
			const queries = own.map(({ name, lookup }, i) => ({
				id: String(i),
				fields: { query: name, ...lookup.fields },
				wanted: Infinity,
			}));
			const results = await candidatesOf(path, how, queries);
			own.forEach(({ key }, i) => found.set(key, results[i]));
		}),
	);
	return found;
}

/** Identifier of the only candidate that matches a name. */
function chosen(ref: NameRef, rows: IDataObject[], exact: boolean): string {
	const { lookup, name, field } = ref;
	const { accepts = () => true, word, refuses, takesOnlyCandidate } = lookup;
	const candidates = [...new Map(rows.filter(accepts).map((row) => [idIn(lookup, row), row]))];
	const isMeant =
		word && folded(name) === word.text
			? word.means
			: (row: IDataObject) => namesOf(lookup, row).some((each) => folded(each) === folded(name));
	const meant = candidates.filter(([, row]) => isMeant(row));
	if (meant.length === 0 && ref.canBeId && seemsId(name)) return name;
	const only = meant.length === 0 && takesOnlyCandidate && !exact && candidates.length === 1;
	const [first, ...others] = only ? candidates : meant;
	if (!first || others.length > 0) throw notOne(ref, meant, candidates);
	const refusal = refuses?.(first[1]);
	if (refusal === undefined) return first[0];
	throw new FailureError({
		message: `'${field}' ${refusal}`,
		unsent: 'item',
	});
}

/** True for a text that is an identifier rather than a name. The contract does not say what identifiers look like. */
function seemsId(text: string): boolean {
	return !/\s/.test(text) && /\d/.test(text) && (text.includes('_') || text.length >= 16);
}

type Candidate = [id: string, row: IDataObject];

const CHOOSE = 'Choose From List or By ID instead.';
const GIVE = 'Give the full name, or an ID that another result shows.';

/** The failure of a name that matches no candidate, or several. */
function notOne({ field, lookup, name, canBeId }: NameRef, meant: Candidate[], all: Candidate[]) {
	const { one, many } = lookup.thing;
	const value = formatValue(name);
	const shown = meant.length > 0 ? meant : all;
	const listed = shown
		.slice(0, LIMITS.namedCandidates)
		.map(
			([id, row]) => `${truncate(namesOf(lookup, row)[0] ?? 'Unnamed', 60)} (${truncate(id, 80)})`,
		);
	const more = shown.length > listed.length ? ` and ${shown.length - listed.length} more` : '';
	const found =
		listed.length > 0 ? `Found: ${listed.join(', ')}${more}.` : 'Nothing similar was found.';
	return new FailureError({
		message:
			meant.length > 0
				? `'${field}' matches ${meant.length} ${many}: ${value}`
				: `'${field}' matches no ${one}: ${value}`,
		description: `${found} ${canBeId ? GIVE : CHOOSE}`,
		unsent: 'item',
	});
}

function idIn({ id }: NameLookup, row: IDataObject): string {
	const value = id
		.split('.')
		.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), row);
	if (typeof value !== 'string' || value === '') throw brokenAnswer(`has an entry without '${id}'`);
	return value;
}

function namesOf({ names }: NameLookup, row: IDataObject): string[] {
	return names
		.map((field) => row[field])
		.filter((name) => typeof name === 'string' && name !== '') as string[];
}

/** The name for comparison: without case, outer whitespace and differences in Unicode normalization. */
function folded(name: string): string {
	return name.normalize('NFC').trim().toLowerCase();
}

/** True for a body that contains a name. */
export function holdsNames(body: IDataObject): boolean {
	return refsIn(body).length > 0;
}

/** The names in a value of a request. */
function refsIn(value: unknown): NameRef[] {
	if (value instanceof NameRef) return [value];
	if (Array.isArray(value)) return value.flatMap(refsIn);
	return isObject(value) ? Object.values(value).flatMap(refsIn) : [];
}

/** The value with identifiers in place of names. Equal identifiers in a list become one. */
function replaced(value: unknown, idOf: (ref: NameRef) => string): unknown {
	if (value instanceof NameRef) return idOf(value);
	if (refsIn(value).length === 0) return value;
	if (Array.isArray(value)) return [...new Set(value.map((each) => replaced(each, idOf)))];
	const entries = Object.entries(value as IDataObject);
	return Object.fromEntries(entries.map(([key, each]) => [key, replaced(each, idOf)]));
}

/** Cache of identifiers for one hour, shared by all polls of a process. */
export class KnownNames implements KnownIds {
	private static readonly all = new Map<string, { id: string; until: number }>();

	/** @param account base URL and key, or a digest of them */
	constructor(private readonly account: string) {}

	get(key: string): string | undefined {
		const known = KnownNames.all.get(this.keyOf(key));
		return known && known.until > Date.now() && known.until <= Date.now() + HOUR
			? known.id
			: undefined;
	}

	set(key: string, id: string): void {
		if (KnownNames.all.size >= LIMITS.maxKnownNames) KnownNames.all.clear();
		KnownNames.all.set(this.keyOf(key), { id, until: Date.now() + HOUR });
	}

	private keyOf(key: string): string {
		return `${this.account} ${key}`;
	}
}
