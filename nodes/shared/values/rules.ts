import type { IDataObject } from 'n8n-workflow';

import { DAY } from '../durations';
import { declareLimits } from '../limits';
import { at } from './runParameters';

const OWN_LIMITS = declareLimits({
	/** Longest time range of messages in years, which is read in windows of 366 days */
	maxYears: 500,
});

/**
 * Rule over several request fields. Returns a message for the user, or undefined. `name` returns the display name of a
 * request field in quotes. `foundAt` is the time of the trigger's event in the input item, in Unix milliseconds.
 */
export type Rule = (
	body: IDataObject,
	name: (property: string) => string,
	foundAt?: number,
) => string | undefined;

/** Rule: the first day is not after the last day. */
export function daysInOrder(first: string, last: string): Rule {
	return (body, name) =>
		body[first] !== undefined && body[last] !== undefined && body[first]! > body[last]!
			? `${name(last)} is before ${name(first)}`
			: undefined;
}

/** Rule: `start` is before `end`. `inclusive` if the sent end is the last millisecond of the range. */
export function inOrder(start: string, end: string, { inclusive = false } = {}): Rule {
	return (body, name) => {
		const [from, to] = [body[start], body[end]];
		if (from === undefined || to === undefined) return undefined;
		const fits = inclusive ? Number(from) <= Number(to) : Number(from) < Number(to);
		return fits ? undefined : `${name(end)} must be later than ${name(start)}`;
	};
}

/** Rule: the time range has at most `OWN_LIMITS.maxYears` years, since it is read in windows of 366 days. */
export function notEndless(start: string, end: string): Rule {
	return (body, name) =>
		Number(body[end] ?? Date.now()) - Number(body[start]) > OWN_LIMITS.maxYears * 366 * DAY
			? `${name(start)} and ${name(end)} are more than ${OWN_LIMITS.maxYears} years apart`
			: undefined;
}

/** Rule: the lists have at most `max` entries in total. */
export function atMostTogether(properties: string[], max: number): Rule {
	return (body, name) => {
		const count = properties.flatMap((property) => body[property] ?? []).length;
		return count > max
			? `${properties.map(name).join(' and ')} take at most ${max} entries together, not ${count}`
			: undefined;
	};
}

/**
 * Rule: with an idempotency key of the user, these request fields are set by the user too. The node would set other
 * values in another execution, and the service refuses a known key with other values.
 */
export function ownKeyWith(...properties: string[]): Rule {
	return (body, name) => {
		if (body.idempotency_key === undefined) return undefined;
		const missing = properties.filter((property) => body[property] === undefined).map(name);
		return missing.length > 0
			? `'Idempotency Key' also needs ${missing.join(' and ')}: the service accepts the same key again only with the same values`
			: undefined;
	};
}

/** Rule: an item that is written once has the same time in every try, from the user or from the event of a trigger. */
export function ownTimeWith(property: string): Rule {
	return (body, name, foundAt) =>
		body.idempotency_key === undefined || (body[property] ?? foundAt) !== undefined
			? undefined
			: `'Write Once Per' also needs ${name(property)}, since the input has no _event.found_at: the service recognizes a repeated write only if its time is the same`;
}

/**
 * Rule: `needed` is set if `property` has the value `value`. n8n itself does not check what expressions give. Both are paths
 * in the request, such as `container.kind`.
 */
export function neededWhen(property: string, value: string, needed: string): Rule {
	return (body, name) =>
		at(body, property.split('.')) === value && at(body, needed.split('.')) === undefined
			? `${name(needed)} is empty`
			: undefined;
}
