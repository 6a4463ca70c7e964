import type { Answer, Request, ResultOf } from '../contract/types';
import type { OperationId } from '../../nodes/shared/contract';
import type { Account } from './account';
import type { Clock } from './clock';
import type { Cursors } from './cursors';
import type { PagingMode, Reading } from './paging';
import type { Settings } from './settings';
import { unwatched } from './watchedBody';

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

/** Answers requests with the `data` of their envelopes, or throws a Failure. By operationId. */
export type Handlers = {
	[Id in OperationId]?: (
		call: Call<Request<Id>>,
	) => Answer<Id> & Continued<Answer<Id>> & Continued<ResultOf<Id>>;
};

/** Impossible for pages whose cursor has another name than the one that all pages here have. */
type Continued<Page> = 'has_more' extends keyof Page
	? 'next_page_cursor' extends keyof Page
		? unknown
		: never
	: unknown;

/** The body of an operation with pages, never of others; the contract has a default for every `limit`. */
type Paged<Body> = 'limit' | 'page_cursor' extends keyof Body ? Body : never;

/** The list that a paged operation reads: everything in the body but limit and cursor filters it. */
export function readingOf<Body>(call: Call<Body> & { body: Paged<Body> }): Reading {
	const { limit, page_cursor } = call.body as Page;
	const { limit: _limit, page_cursor: _cursor, ...filters } = unwatched(call.body) as Page;
	return { ...common(call), filters, limit, cursor: page_cursor, cursorName: 'page_cursor' };
}

/** The list that one item of a resolve operation reads. Its item_id may change between pages. */
export function readingOfItem<Item>(
	call: Call<{ items: Item[] }> & { body: { items: Array<Paged<Item>> } },
	index: number,
): Reading {
	const item = call.body.items[index] as Page;
	const { limit, page_cursor } = item;
	const { item_id, limit: _limit, page_cursor: _cursor, ...filters } = unwatched(item);
	const cursorName = `items[${index}].page_cursor`;
	return { ...common(call), filters, limit, cursor: page_cursor, cursorName };
}

interface Page {
	limit: number;
	page_cursor?: string;
	item_id?: string;
}

function common({ paging, seed, cursors, account, operation }: Call) {
	return { mode: paging, seed, cursors, account: account.id, operation };
}
