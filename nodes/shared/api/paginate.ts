import { IDataObject } from 'n8n-workflow';

import type { Path } from '../contract';
import { FailureError, failureOf, isRefusal } from '../errors/failure';
import { LIMITS, PAGE_SIZES } from '../limits';
import { brokenAnswer, listOf } from './answer';

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
			if (limit > 1 && isTooLarge(error)) return undefined;
			// All else was the same in the request before
			const isOfCursor = cursor !== from && isRefusal(failureOf(error));
			throw isOfCursor ? new FailureError({ ...failureOf(error), cursorRefused: true }) : error;
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

/**
 * Guard against endless pagination. `has_more` alone decides whether there is another page. A missing or repeated cursor is
 * a failure, and so are `LIMITS.maxEmptyPages` consecutive pages without a new row.
 */
export class CursorGuard {
	private empty = 0;
	private last?: string;

	/** @param seen cursors of earlier pages */
	constructor(private readonly seen = new Set<string>()) {}

	/** Cursor of the next page, after a page with these rows; undefined after the last page. */
	next(data: IDataObject, rows: unknown[]): string | undefined {
		if (typeof data.has_more !== 'boolean') throw brokenAnswer("does not say 'has_more'");
		if (!data.has_more) return undefined;
		const cursor = data.next_page_cursor;
		if (typeof cursor !== 'string' || cursor === '') {
			throw brokenAnswer("promises another page but has no 'next_page_cursor'");
		}
		if (this.seen.has(cursor)) {
			throw brokenAnswer("repeats a 'next_page_cursor', so its pages would never end");
		}
		const look = JSON.stringify([rows.length, rows[0], rows[rows.length - 1]], lastOfLists);
		this.empty = rows.length > 0 && look !== this.last ? 0 : this.empty + 1;
		this.last = look;
		if (this.empty >= LIMITS.maxEmptyPages) {
			throw brokenAnswer(
				`promises another page after ${LIMITS.maxEmptyPages} in a row without anything new`,
			);
		}
		this.seen.add(cursor);
		return cursor;
	}
}

/** JSON replacer that keeps only length and last element of lists inside rows, which is enough to compare pages. */
function lastOfLists(key: string, value: unknown): unknown {
	if (key === '' || !Array.isArray(value)) return value;
	const list: unknown[] = value;
	return [list.length, list[list.length - 1]];
}
