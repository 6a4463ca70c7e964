import type { IDataObject, INodeListSearchItems, INodeType } from 'n8n-workflow';

import { writtenTimeIn } from '../../rows/writtenTime';
import type { Path } from '../../contract';
import { listOf } from '../../api/answer';
import { itemResults } from '../../api/batchItems';
import { CursorGuard } from '../../api/paginate';
import { FailureError, failureOf, nodeError } from '../../errors/failure';
import { fold } from '../../fold';
import { declareLimits, LIMITS, PAGE_SIZES } from '../../limits';
import { connect } from '../../transport/connection';
import { send } from '../../transport/send';

const OWN_LIMITS = declareLimits({
	/** Most pages of a list in the editor that are sorted together */
	sortedListPages: 20,
});

/** Source of From List: a paged operation of the contract. */
interface ListSource {
	path: Path;
	/** The request body. From the second page on, `page` contains page_cursor */
	body: (page: IDataObject) => IDataObject;
	/** The object with has_more and next_page_cursor, and the rows */
	read: (data: IDataObject) => { page: IDataObject; rows: IDataObject[] };
}

type EntryOrder = (a: IDataObject, b: IDataObject) => number;

/** Sources and entries of From List. */
interface ListSources {
	/** Source of the list without a filter. Without this source, the list is empty until the user types */
	all?: ListSource;
	/** Source for the text that the user types. Without it, the entries of `all` that contain the text */
	byName?: (text: string) => ListSource;
	/** Order of the list, over several pages. Without it, the order of the service */
	order?: EntryOrder;
	/**
	 * List entry of a row; `time` writes a time in n8n's zone, since n8n does not tell a list that of its workflow (n8n 2.41,
	 * n8n/services/dynamic-node-parameters.service.ts)
	 */
	entry: (row: IDataObject, time: (value: unknown) => string) => INodeListSearchItems;
}

type ListSearch = NonNullable<NonNullable<INodeType['methods']>['listSearch']>[string];

/** List search for n8n: returns one page of entries, and reads on while pages have no matching entry. */
export function listSearch({ all, byName, order, entry }: ListSources): ListSearch {
	return async function (filter, cursor) {
		const source = filter && byName ? byName(filter) : all;
		if (!source) return { results: [] };
		const { path, body, read } = source;
		const wanted = byName ? '' : fold(filter ?? '');
		const together = order ? OWN_LIMITS.sortedListPages : 1;
		const found: IDataObject[] = [];
		const time = timesIn(this.getTimezone());
		const shown = (row: IDataObject) => entry(row, time);
		try {
			const connection = await connect(this, { urgent: true });
			const trail = new CursorGuard(new Set(cursor ? [cursor] : []));
			let next = cursor;
			for (let page = 1; page <= LIMITS.maxListPages; page++) {
				const request = { path, body: body(next ? { page_cursor: next } : {}) };
				const { data } = await send(connection, request);
				const { page: last, rows } = read(data);
				found.push(...rows.filter((row) => fold(shown(row).name).includes(wanted)));
				next = trail.next(last, rows);
				if (next === undefined || (found.length > 0 && page >= together)) {
					if (order) found.sort(order);
					return { results: toldApart(found.map(shown)), paginationToken: next };
				}
			}
			throw new FailureError({
				message: `No match in the first ${LIMITS.maxListPages} pages of the list`,
				description: 'Search for another text, or use By ID.',
			});
		} catch (error) {
			throw nodeError(this.getNode(), failureOf(error));
		}
	};
}

/** The entries, those of one name with the end of their identifiers. */
function toldApart(entries: INodeListSearchItems[]): INodeListSearchItems[] {
	const names = entries.map(({ name }) => name);
	return entries.map((entry) => {
		const isAlone = names.indexOf(entry.name) === names.lastIndexOf(entry.name);
		return isAlone ? entry : { ...entry, name: `${entry.name} · ${String(entry.value).slice(-5)}` };
	});
}

/** Order by the text of a field. */
export function orderBy(field: string): EntryOrder {
	return (a, b) => String(a[field]).localeCompare(String(b[field]));
}

/** Source for a paged list operation, with `filters` in every request. */
export function pagedSource(path: Path, filters: IDataObject = {}): ListSource {
	return {
		path,
		body: (page) => ({ ...filters, limit: PAGE_SIZES[path], ...page }),
		read: (data) => ({ page: data, rows: listOf(data, 'items') }),
	};
}

/** Source for a resolve operation, with one query per request. */
export function resolveSource(path: Path): (text: string) => ListSource {
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

/** The search text. Fails if it is longer than the contract allows (100 code points). */
export function searchable(text: string): string {
	const { length } = [...text];
	if (length <= LIMITS.maxQueryLength) return text;
	throw new FailureError({
		message: `The search text can have at most ${LIMITS.maxQueryLength} characters, not ${length}`,
		description: 'Nothing was sent. Search for a part of the text.',
	});
}

/** Function that writes the time of a list entry as texts have it: `Sat 21 Nov, 20:17`. */
function timesIn(zone: string): (time: unknown) => string {
	const { whole } = writtenTimeIn(zone, 'en', Date.now());
	return (time) => {
		const millis = new Date(time as number | string).getTime();
		return Number.isNaN(millis) ? 'unknown time' : whole(millis);
	};
}
