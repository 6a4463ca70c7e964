import type { IDataObject } from 'n8n-workflow';

import { brokenAnswer } from './answer';

/** Most pages without a row, one after the other. A service that looks through much may send many. */
export const PAGES = { maxEmpty: 1000 };

/**
 * The way through the pages of one list. `has_more` alone decides whether there is another. A cursor
 * that is missing or comes a second time, and empty pages that never end, are errors: no walk goes on
 * for ever.
 */
export class Trail {
	private empty = 0;

	/** @param seen the cursors so far */
	constructor(private readonly seen = new Set<string>()) {}

	/** The cursor of the next page, if there is one. `rows` is how many the last page had. */
	next(data: IDataObject, rows: number): string | undefined {
		if (typeof data.has_more !== 'boolean') throw brokenAnswer("does not say 'has_more'");
		if (!data.has_more) return undefined;
		const cursor = data.next_page_cursor;
		if (typeof cursor !== 'string' || cursor === '') {
			throw brokenAnswer("promises another page but has no 'next_page_cursor'");
		}
		if (this.seen.has(cursor)) {
			throw brokenAnswer("repeats a 'next_page_cursor', so its pages would never end");
		}
		this.empty = rows > 0 ? 0 : this.empty + 1;
		if (this.empty >= PAGES.maxEmpty) {
			throw brokenAnswer(`promises another page after ${PAGES.maxEmpty} empty ones in a row`);
		}
		this.seen.add(cursor);
		return cursor;
	}
}
