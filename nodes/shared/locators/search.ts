import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { listOf } from '../api/answer';
import { itemResults } from '../api/batchItems';
import { CursorGuard } from '../api/cursorGuard';
import { FailureError, failureOf, nodeError } from '../errors/failure';
import { LIMITS, PAGE_SIZES } from '../limits';
import { connect, send } from '../transport/send';

/** Source of a locator's list: an operation of the contract. */
export interface ListSource {
	/** Contract path */
	path: string;
	/** Cursor of the page that n8n asks for */
	cursor?: string;
	/** The request; `page` holds page_cursor from the second page on */
	body: (page: IDataObject) => IDataObject;
	/** The object with has_more and next_page_cursor, and the rows beside it */
	read: (data: IDataObject) => { page: IDataObject; rows: IDataObject[] };
	/** A row as an entry of the list */
	entry: (row: IDataObject) => INodeListSearchItems;
	/** Narrows the list to entries with this text, where the service cannot */
	containing?: string;
}

/** One page of a locator's list, going on over empty pages so that the list never looks empty too early. */
export async function searchList(
	context: ILoadOptionsFunctions,
	{ path, cursor, body, read, entry, containing = '' }: ListSource,
): Promise<INodeListSearchResult> {
	const wanted = containing.toLowerCase();
	try {
		const connection = await connect(context);
		const trail = new CursorGuard(new Set(cursor ? [cursor] : []));
		let next = cursor;
		for (let page = 1; page <= LIMITS.maxListPages; page++) {
			const request = { path, body: body(next ? { page_cursor: next } : {}) };
			const { data } = await send(connection, request);
			const { page: last, rows } = read(data);
			const entries = rows.map(entry);
			const results = entries.filter(({ name }) => name.toLowerCase().includes(wanted));
			next = trail.next(last, rows);
			if (results.length > 0 || next === undefined) return { results, paginationToken: next };
		}
		throw new FailureError({
			message: `The first ${LIMITS.maxListPages} pages of the list have nothing like it`,
			description: 'Look for other words, or give what you mean by its identifier.',
		});
	} catch (error) {
		throw nodeError(context.getNode(), failureOf(error));
	}
}

type Source = Pick<ListSource, 'path' | 'body' | 'read'>;

/** A list from a paged operation, with `filters` on every page. */
export function pagedSource(path: string, filters: IDataObject = {}): Source {
	return {
		path,
		body: (page) => ({ ...filters, limit: PAGE_SIZES[path], ...page }),
		read: (data) => ({ page: data, rows: listOf(data, 'items') }),
	};
}

/** A list from an operation that looks up names, with one query. */
export function resolveSource(path: string, query: string): Source {
	const limit = PAGE_SIZES[path];
	return {
		path,
		body: (page) => ({ items: [{ item_id: '0', query: searchable(query), limit, ...page }] }),
		read: (data) => {
			const found = itemResults(data)('0');
			if (found instanceof Error) throw found;
			return { page: found, rows: listOf(found, 'candidates') };
		},
	};
}

/** The text to search for; fails when it is too long for the service. */
export function searchable(text: string): string {
	const { length } = [...text];
	if (length <= LIMITS.maxQueryLength) return text;
	throw new FailureError({
		message: `The list can be searched for at most ${LIMITS.maxQueryLength} characters, not ${length}`,
		description: 'Nothing was sent. Search for a part of it.',
	});
}
