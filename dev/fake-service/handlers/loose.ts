import type { Loose } from '../../contract/types';
import { readingOf, type Call } from '../call';
import type { Reading } from '../paging';

/** Reads the bodies of operations whose fields the documents do not show: any JSON object. */

/** The elements of `items`; an element that is not an object has no fields. Empty if there is no such array. */
export function elementsOf(body: Loose): Loose[] {
	const items = Array.isArray(body.items) ? body.items : [];
	return items.map((item) => (item && typeof item === 'object' ? item : {}));
}

/** The text, if it is not empty. */
export function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The texts of an array. */
export function textsOf(value: unknown): string[] {
	return Array.isArray(value) ? value.filter((text) => textOf(text)) : [];
}

/** The fields of an element that its result repeats, as identification. */
export function echo(element: Loose, ...names: string[]): Loose {
	return Object.fromEntries(
		['item_id', ...names].filter((name) => name in element).map((name) => [name, element[name]]),
	);
}

/** The reading of a list with the usual paging: `limit` 1 to 100, 20 for anything else. */
export function looseReading(call: Call<Loose>): Reading {
	const { limit, page_cursor } = call.body;
	const usable = Number.isInteger(limit) && (limit as number) >= 1 && (limit as number) <= 100;
	const body = {
		...call.body,
		limit: usable ? (limit as number) : 20,
		page_cursor: textOf(page_cursor),
	};
	return readingOf({ ...call, body });
}
