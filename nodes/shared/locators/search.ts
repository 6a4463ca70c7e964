import type { IDataObject, INodeListSearchItems, INodeType } from 'n8n-workflow';

import { listOf } from '../api/answer';
import { itemResults } from '../api/batchItems';
import { CursorGuard } from '../api/cursorGuard';
import { FailureError, failureOf, nodeError } from '../errors/failure';
import { LIMITS, PAGE_SIZES } from '../limits';
import { connect, send } from '../transport/send';

/** Source of a locator's list: an operation of the contract. */
interface ListSource {
	/** Contract path */
	path: string;
	/** The request; `page` holds page_cursor from the second page on */
	body: (page: IDataObject) => IDataObject;
	/** The object with has_more and next_page_cursor, and the rows beside it */
	read: (data: IDataObject) => { page: IDataObject; rows: IDataObject[] };
}

/** Sources of a locator's list, and its entries. */
interface Search {
	/** The list as it opens; without it the list stays empty until the user types something */
	all?: ListSource;
	/** The list for what the user types; without it those of `all` whose names contain that text */
	byName?: (text: string) => ListSource;
	/** Order of the list as it opens, where the service's own is no use: many pages are sorted together */
	order?: (a: IDataObject, b: IDataObject) => number;
	/** A row as an entry of the list */
	entry: (row: IDataObject) => INodeListSearchItems;
}

type ListSearch = NonNullable<NonNullable<INodeType['methods']>['listSearch']>[string];

/** A list search, as n8n calls it: one page, going on over empty pages so that the list never looks empty too early. */
export function listSearch({ all, byName, order, entry }: Search): ListSearch {
	return async function (filter, cursor) {
		const source = filter && byName ? byName(filter) : all;
		if (!source) return { results: [] };
		const { path, body, read } = source;
		const wanted = byName ? '' : (filter ?? '').toLowerCase();
		const sorted = source === all ? order : undefined;
		const together = sorted ? LIMITS.sortedListPages : 1;
		const found: IDataObject[] = [];
		try {
			const connection = await connect(this, { urgent: true });
			const trail = new CursorGuard(new Set(cursor ? [cursor] : []));
			let next = cursor;
			for (let page = 1; page <= LIMITS.maxListPages; page++) {
				const request = { path, body: body(next ? { page_cursor: next } : {}) };
				const { data } = await send(connection, request);
				const { page: last, rows } = read(data);
				found.push(...rows.filter((row) => entry(row).name.toLowerCase().includes(wanted)));
				next = trail.next(last, rows);
				if (next === undefined || (found.length > 0 && page >= together)) {
					if (sorted) found.sort(sorted);
					return { results: found.map(entry), paginationToken: next };
				}
			}
			throw new FailureError({
				message: `The first ${LIMITS.maxListPages} pages of the list have no match`,
				description: 'Look for other words, or give what you mean by its identifier.',
			});
		} catch (error) {
			throw nodeError(this.getNode(), failureOf(error));
		}
	};
}

/** A list from a paged operation, with `filters` on every page. */
export function pagedSource(path: string, filters: IDataObject = {}): ListSource {
	return {
		path,
		body: (page) => ({ ...filters, limit: PAGE_SIZES[path], ...page }),
		read: (data) => ({ page: data, rows: listOf(data, 'items') }),
	};
}

/** Lists from an operation that looks up names, with one query each. */
export function resolveSource(path: string): (text: string) => ListSource {
	const limit = PAGE_SIZES[path];
	return (text) => ({
		path,
		body: (page) => ({ items: [{ item_id: '0', query: searchable(text), limit, ...page }] }),
		read: (data) => {
			const found = itemResults(data)('0');
			if (found instanceof Error) throw found;
			return { page: found, rows: listOf(found, 'candidates') };
		},
	});
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
