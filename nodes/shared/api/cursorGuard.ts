import type { IDataObject } from 'n8n-workflow';

import { LIMITS } from '../limits';
import { brokenAnswer } from './answer';

/**
 * Guard against endless lists. `has_more` alone decides whether there is another page. A cursor
 * that is missing or comes a second time, and pages without new rows that never end, are errors.
 */
export class CursorGuard {
	private empty = 0;
	private last?: string;

	/** @param seen the cursors so far */
	constructor(private readonly seen = new Set<string>()) {}

	/** The cursor of the page after one with these rows, if there is one. */
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

/** For JSON: of each list inside a row no more than its length and last entry, which tell pages apart. */
function lastOfLists(key: string, value: unknown): unknown {
	const isInside = key !== '' && Array.isArray(value);
	return isInside ? [value.length, (value as unknown[])[value.length - 1]] : value;
}
