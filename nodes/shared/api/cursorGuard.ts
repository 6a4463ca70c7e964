import type { IDataObject } from 'n8n-workflow';

import { LIMITS } from '../limits';
import { brokenAnswer } from './answer';

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
