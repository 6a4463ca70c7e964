import { IDataObject } from 'n8n-workflow';

import { PAGE_SIZES } from '../limits';
import { listOf } from './answer';
import { CursorGuard } from './cursorGuard';

/** A paged operation. `ask` sends a request and returns `data` of the answer. */
export interface Source {
	/** Contract path */
	url: string;
	ask: (url: string, body: IDataObject) => Promise<IDataObject>;
}

/** One page: its rows, and `data` of the answer. */
export interface Page {
	rows: IDataObject[];
	data: IDataObject;
}

/**
 * Reads the pages of a PAGED operation (contract document 1, pagination rules). `has_more` alone decides about the next
 * page, even after an empty or short one. Every request has the same filters; `limit` shrinks to the missing number.
 *
 * @param wanted maximum number of rows; all by default
 * @param list field of the answer with the rows
 */
export async function* paginate(
	{ url, ask }: Source,
	filters: IDataObject,
	{ wanted = Infinity, list = 'items' }: { wanted?: number; list?: string } = {},
): AsyncGenerator<Page> {
	const guard = new CursorGuard();
	let cursor: string | undefined;
	for (let missing = wanted; missing > 0;) {
		const body: IDataObject = { ...filters, limit: Math.min(PAGE_SIZES[url], missing) };
		if (cursor !== undefined) body.page_cursor = cursor;
		const data = await ask(url, body);
		const rows = listOf(data, list).slice(0, missing);
		missing -= rows.length;
		yield { rows, data };
		if (missing === 0) return;
		cursor = guard.next(data, rows);
		if (cursor === undefined) return;
	}
}
