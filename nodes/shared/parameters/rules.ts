import type { IDataObject } from 'n8n-workflow';

import { LIMITS } from '../limits';

/**
 * Rule of the contract (or of sense) over several request fields. Gives the error as a sentence for the
 * user, or nothing. `name` gives the display name of a request field in quotes.
 */
export type Rule = (body: IDataObject, name: (property: string) => string) => string | undefined;

/** The first day is not after the last one when both are given. */
export function daysInOrder(first: string, last: string): Rule {
	return (body, name) =>
		body[first] !== undefined && body[last] !== undefined && body[first]! > body[last]!
			? `${name(last)} is before ${name(first)}`
			: undefined;
}

/** `start` is earlier than `end` when both are given; `inclusive` where the end goes out as its last millisecond. */
export function inOrder(start: string, end: string, { inclusive = false } = {}): Rule {
	return (body, name) => {
		const [from, to] = [body[start], body[end]];
		if (from === undefined || to === undefined) return undefined;
		const fits = inclusive ? Number(from) <= Number(to) : Number(from) < Number(to);
		return fits ? undefined : `${name(end)} must be later than ${name(start)}`;
	};
}

/** The span is not so long that reading it in windows would not end. */
export function notEndless(start: string, end: string): Rule {
	return (body, name) =>
		Number(body[end] ?? 0) - Number(body[start]) > LIMITS.maxYears * 366 * 86_400_000
			? `${name(start)} and ${name(end)} are more than ${LIMITS.maxYears} years apart`
			: undefined;
}

/** The lists have at most `max` entries together. */
export function atMostTogether(properties: string[], max: number): Rule {
	return (body, name) => {
		const count = properties.flatMap((property) => (body[property] ?? []) as unknown[]).length;
		return count > max
			? `${properties.map(name).join(' and ')} take at most ${max} entries together, not ${count}`
			: undefined;
	};
}

/**
 * A key of the user's own needs these request fields of their own too: in another execution the node
 * would send other values with the same key, which the service refuses.
 */
export function ownKeyWith(...properties: string[]): Rule {
	return (body, name) => {
		if (body.idempotency_key === undefined) return undefined;
		const missing = properties.filter((property) => body[property] === undefined).map(name);
		return missing.length > 0
			? `'Idempotency Key' also needs ${missing.join(' and ')}: the service takes a key a second time only with the same ones`
			: undefined;
	};
}

/**
 * A field that is needed when another one has a certain value. n8n hides the field where an expression
 * decides over the other one, so that it can be missing. Both are paths, such as `container.kind`.
 */
export function neededWhen(property: string, value: string, needed: string): Rule {
	return (body, name) =>
		at(body, property) === value && at(body, needed) === undefined
			? `${name(needed)} is empty`
			: undefined;
}

function at(body: IDataObject, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>((inner, key) => (inner as IDataObject | undefined)?.[key], body);
}
