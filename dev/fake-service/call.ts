import type { Account } from './account';
import type { Clock } from './clock';
import type { Cursors } from './cursors';
import type { PagingMode, Reading } from './paging';
import type { Settings } from './settings';

/** One authorized request that satisfies the contract, as the handlers receive it. */
export interface Call<Body = unknown> {
	operation: string;
	/** The body as sent, completed with the contract's defaults. */
	body: Body;
	account: Account;
	clock: Clock;
	settings: Settings;
	seed: number;
	cursors: Cursors;
	paging: PagingMode;
}

/** Answers a request with the `data` of its envelope, or throws a Failure. */
export type Handler = (call: Call<never>) => object;

/** Paging fields of a request; the contract has a default for every `limit`. */
interface Paged {
	limit: number;
	page_cursor?: string;
	item_id?: string;
}

/** The list that a paged operation reads: everything in the body but limit and cursor filters it. */
export function readingOf(call: Call): Reading {
	const { limit, page_cursor, ...filters } = call.body as Paged;
	return { ...common(call), filters, limit, cursor: page_cursor, cursorName: 'page_cursor' };
}

/** The list that one item of a resolve operation reads. Its item_id may change between pages. */
export function readingOfItem(call: Call, index: number): Reading {
	const { item_id, limit, page_cursor, ...filters } = (call.body as { items: Paged[] }).items[
		index
	];
	const cursorName = `items[${index}].page_cursor`;
	return { ...common(call), filters, limit, cursor: page_cursor, cursorName };
}

function common({ paging, seed, cursors, account, operation }: Call) {
	return { mode: paging, seed, cursors, account: account.id, operation };
}
