import type { IDataObject } from 'n8n-workflow';

/** Returns the `data` of an answer, or a complete prepared answer. */
export type Answer = (body: IDataObject) => object | Buffer;

/** Answers by contract path. */
export type Answers = Record<string, Answer>;

/** A complete answer, ready to be sent. */
export function envelope(data: object): Buffer {
	return Buffer.from(
		JSON.stringify({ code: 200, message: 'ok', request_id: 'request-of-the-bench', data }),
	);
}

/**
 * A PAGED list with prepared pages.
 * @param pageOf returns `data` of the page with the rows from one index to another, without the cursor
 */
export function paged(
	count: number,
	max: number,
	pageOf: (from: number, to: number) => object,
): Answer {
	const pages = new Map<unknown, Buffer>();
	for (let from = 0; from < count; from += max) {
		const to = Math.min(count, from + max);
		const more = to < count ? { has_more: true, next_page_cursor: `page-${to}` } : undefined;
		const data = { ...pageOf(from, to), has_more: false, ...more };
		pages.set(from === 0 ? undefined : `page-${from}`, envelope(data));
	}
	return ({ limit, page_cursor }) => {
		const page = pages.get(page_cursor);
		if (limit !== max || !page)
			throw new Error(`No page ${String(page_cursor)} of ${String(limit)}`);
		return page;
	};
}

/** A PAGED list of rows. */
export function list(count: number, max: number, row: (index: number) => object): Answer {
	return paged(count, max, (from, to) => ({ items: rows(from, to, row) }));
}

/**
 * A PAGED list of which a request selects a part.
 *
 * @param part indices of the first row that a body selects, and of the one after the last
 * @param itemsOf JSON of the `items` from one index to another, without the brackets
 */
export function selected(
	max: number,
	part: (body: IDataObject) => [number, number],
	itemsOf: (from: number, to: number) => string,
): Answer {
	const [head, tail] = envelope({ items: [] }).toString().split('[]}');
	return (body) => {
		if (body.limit !== max) throw new Error(`No pages of ${String(body.limit)}`);
		const [start, end] = part(body);
		const from = Number(body.page_cursor ?? start);
		const to = Math.min(end, from + max);
		const more = to < end ? `"has_more":true,"next_page_cursor":"${to}"` : '"has_more":false';
		return Buffer.from(`${head}[${itemsOf(from, to)}],${more}}${tail}`);
	};
}

/** Rows from one index to another. */
export function rows(from: number, to: number, row: (index: number) => object): object[] {
	return Array.from({ length: to - from }, (_, i) => row(from + i));
}

/** An exact read by UIDs that end in their index, such as `call-17`. */
export function exact(ids: string, result: (uid: string, index: number) => object): Answer {
	return (body) => ({
		items: (body[ids] as string[]).map((uid) => result(uid, Number(/\d+$/.exec(uid)))),
	});
}

/** A write with `items`, all of which succeed. */
export function written(outcome: (item: IDataObject) => object): Answer {
	return ({ items }) => ({
		items: (items as IDataObject[]).map((item) => ({ item_id: item.item_id, ...outcome(item) })),
	});
}
