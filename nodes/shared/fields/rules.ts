import type { IDataObject } from 'n8n-workflow';

/**
 * What the contract (or sense) demands of several request fields together. Says what is wrong, as a
 * sentence for the user, or nothing. `name` gives the display name of a request field in quotes.
 */
export type Rule = (body: IDataObject, name: (property: string) => string) => string | undefined;

/** `start` is not later than `end` when both are given; the same instant is fine. */
export function notAfter(start: string, end: string): Rule {
	return (body, name) =>
		body[start] !== undefined && body[end] !== undefined && body[start]! > body[end]!
			? `${name(end)} is before ${name(start)}`
			: undefined;
}
