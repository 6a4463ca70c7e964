import type { IDataObject } from 'n8n-workflow';

import { errorOf } from '../errors/failure';
import type { Path } from '../contract';
import { LIMITS, PAGE_SIZES } from '../limits';
import { listOf } from './answer';
import { chunksOf, inOneRequest, itemResults } from './batchItems';
import { CursorGuard } from './paginate';
import type { ReadContext } from './reading';

/** Query of a resolve operation. */
export interface Query {
	/** `item_id`, unique among the queries */
	id: string;
	/** Request fields */
	fields: IDataObject;
	/** Maximum number of candidates */
	wanted: number;
	/** Cursor of the first page; the beginning by default */
	from?: string;
}

/** Candidates of a query, whether there are more, and the cursor of those. */
export interface Candidates {
	rows: IDataObject[];
	more: boolean;
	next?: string;
}

/** State of a query: candidates so far, and the next cursor. */
interface Search {
	query: Query;
	rows: IDataObject[];
	cursor?: string;
	guard: CursorGuard;
	result?: Candidates | Error;
}

/**
 * Candidates of each query of a resolve operation: ten queries per request (contract document 1, limits). Each query is paged
 * separately until it has the wanted number. A failed query returns its error, which is passed to `failed` at once.
 */
export async function candidatesOf(
	path: Path,
	{ send }: Pick<ReadContext, 'send'>,
	queries: Query[],
	failed: (query: Query, error: Error) => void = () => {},
): Promise<Array<Candidates | Error>> {
	const end = (search: Search, result: Candidates | Error) => {
		search.result = result;
		if (result instanceof Error) failed(search.query, result);
	};
	const take = (search: Search, answer: IDataObject | Error) => {
		if (answer instanceof Error) return end(search, answer);
		const { rows, query, guard } = search;
		try {
			const found = listOf(answer, 'candidates').slice(0, query.wanted - rows.length);
			for (const row of found) rows.push(row);
			const more = answer.has_more === true;
			const next = more ? String(answer.next_page_cursor) : undefined;
			if (rows.length === query.wanted) return end(search, { rows, more, next });
			search.cursor = guard.next(answer, found);
			if (search.cursor === undefined) end(search, { rows, more: false });
		} catch (error) {
			end(search, errorOf(error));
		}
	};
	const ask = async (part: Search[]) => {
		const items = part.map((search) => itemOf(search, PAGE_SIZES[path]));
		const results = itemResults((await send(path, { items })).data);
		for (const search of part) take(search, results(search.query.id));
	};
	const searches = queries.map((query): Search => {
		return { query, rows: [], cursor: query.from, guard: new CursorGuard() };
	});
	for (let open = searches; open.length > 0; open = open.filter(({ result }) => !result)) {
		const parts = chunksOf(open, LIMITS.itemsPerRequest);
		await Promise.all(parts.map(async (part) => await inOneRequest(part, ask, end)));
	}
	return searches.map(({ result }) => result!);
}

function itemOf({ query, rows, cursor }: Search, max: number): IDataObject {
	const item: IDataObject = { item_id: query.id, ...query.fields };
	item.limit = Math.min(max, query.wanted - rows.length);
	if (cursor !== undefined) item.page_cursor = cursor;
	return item;
}
