import type { Answer } from '../contract/types';
import type { AccountId } from './auth';
import type { Cursors, Position } from './cursors';
import { digest } from './random';
import { compareKeys, type Ordered } from './store';

/**
 * plain: every page is as full as `limit` allows, and `has_more` is false on the last one. irregular: everything
 * that the contract allows and a careless client does not expect: an empty first page, empty and short pages in the
 * middle, and sometimes an empty last page.
 */
export type PagingMode = 'plain' | 'irregular';

/** A page in the answer of an operation; `next_page_cursor` is present exactly if `has_more` is true. */
export type Page<Row> = { items: Row[] } & Pick<
	Answer<'listMyTeams'>,
	'has_more' | 'next_page_cursor'
>;

/** One list that a client reads page by page. */
export interface Reading {
	mode: PagingMode;
	seed: number;
	cursors: Cursors;
	account: AccountId;
	operation: string;
	/** The filters and targets that must stay the same from page to page. */
	filters: object;
	limit: number;
	/** The client's cursor, absent or empty on the first page. */
	cursor: string | undefined;
	/** Name of the cursor in messages, such as `items[0].page_cursor`. */
	cursorName: string;
}

/** Maximum number of rows of the page at `step`; 0 for an empty page that is not the last. */
function pageSize(reading: Reading, step: number): number {
	if (reading.mode === 'plain') return reading.limit;
	// Never two empty pages in a row after the start, so that every scan ends.
	if (step === 0 || (step % 2 === 0 && dice(reading, step) < 0.5)) return 0;
	return 1 + Math.floor(dice(reading, step, 'size') * reading.limit);
}

function dice(reading: Reading, ...throwOf: unknown[]): number {
	return parseInt(digest(reading.seed, reading.operation, ...throwOf).slice(0, 8), 16) / 2 ** 32;
}

function binding(reading: Reading): unknown {
	return [reading.account, reading.operation, reading.filters];
}

export function openPosition(reading: Reading): Position {
	return reading.cursor
		? reading.cursors.open(binding(reading), reading.cursor, reading.cursorName)
		: { step: 0, after: null };
}

/**
 * One page of the rows that `keep` accepts. It continues after the key of the last returned row, not at an index:
 * rows that are added or removed between pages neither repeat nor hide others.
 */
export function readPage<Row>(
	reading: Reading,
	list: Ordered<Row>,
	keep: (row: Row) => boolean = () => true,
): Page<Row> {
	const position = openPosition(reading);
	const size = pageSize(reading, position.step);
	const items: Row[] = [];
	let after = position.after;
	let has_more = false;
	for (let i = indexAfter(list, position.after); i < list.rows.length; i++) {
		if (!keep(list.rows[i])) continue;
		if (items.length === size) {
			has_more = true;
			break;
		}
		items.push(list.rows[i]);
		after = list.keys[i];
	}
	if (reading.mode === 'irregular' && !has_more) {
		// Nothing is left, but an additional empty page may tell so.
		has_more =
			position.step === 0 || (items.length > 0 && dice(reading, position.step, 'end') < 0.5);
	}
	if (!has_more) return { items, has_more };
	const next = { step: position.step + 1, after };
	return { items, has_more, next_page_cursor: reading.cursors.seal(binding(reading), next) };
}

function indexAfter<Row>(list: Ordered<Row>, after: Position['after']): number {
	if (!after) return 0;
	let low = 0;
	let high = list.keys.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (compareKeys(list.keys[middle], after, list.directions) > 0) high = middle;
		else low = middle + 1;
	}
	return low;
}
