import { IDataObject } from 'n8n-workflow';

import type { Path } from '../contract';
import { FailureError } from '../errors/failure';
import { PAGE_SIZES } from '../limits';
import { brokenAnswer, listOf } from './answer';
import { CursorGuard } from './cursorGuard';

/** A paged operation. `ask` sends a request and returns `data` of the answer. */
export interface Source {
	url: Path;
	ask: (url: Path, body: IDataObject) => Promise<IDataObject>;
}

/** One page: its rows, `data` of the answer, and the cursor of the next page, undefined after the last one. */
export interface Page {
	rows: IDataObject[];
	data: IDataObject;
	next?: string;
}

/**
 * Reads the pages of a PAGED operation (contract document 1, pagination rules). `has_more` alone decides about the next
 * page, even after an empty or short one. Every request has the same filters; `limit` shrinks to the missing number, and to half
 * after a page that was larger than a node accepts.
 *
 * @param wanted maximum number of rows; all by default
 * @param list field of the answer with the rows
 * @param from cursor of the first page; the beginning by default
 */
export async function* paginate(
	{ url, ask }: Source,
	filters: IDataObject,
	{
		wanted = Infinity,
		list = 'items',
		from,
	}: { wanted?: number; list?: string; from?: string } = {},
): AsyncGenerator<Page> {
	const guard = new CursorGuard();
	let cursor = from;
	let size = PAGE_SIZES[url];
	for (let missing = wanted; missing > 0;) {
		const limit = Math.min(size, missing);
		const page_cursor = cursor;
		const body = { ...filters, limit, ...(page_cursor !== undefined && { page_cursor }) };
		const data = await ask(url, body).catch((error: Error) => {
			if (limit === 1 || !isTooLarge(error)) throw error;
			return undefined;
		});
		if (!data) {
			size = Math.floor(limit / 2);
			continue;
		}
		const rows = listOf(data, list);
		if (rows.length > limit) throw brokenAnswer(`has ${rows.length} rows instead of ${limit}`);
		missing -= rows.length;
		yield { rows, data, next: data.has_more ? String(data.next_page_cursor) : undefined };
		if (missing === 0) return;
		cursor = guard.next(data, rows);
		if (cursor === undefined) return;
	}
}

function isTooLarge(error: Error): boolean {
	return error instanceof FailureError && error.failure.tooLarge === true;
}
