import type { IDataObject } from 'n8n-workflow';

import { listOf } from '../../api/answer';
import { chunksOf, inOneRequest, itemResults } from '../../api/batchItems';
import { CursorGuard } from '../../api/cursorGuard';
import { HaltedError } from '../../errors/halted';
import { LIMITS, PAGE_SIZES } from '../../limits';
import type { Endpoint, InputItem, Result } from '../endpoint';
import { moreThan, wantedOf } from './list';

/** A query on its way: what was found so far, and where to go on. */
interface Search {
	input: InputItem;
	wanted: number;
	rows: IDataObject[];
	cursor?: string;
	guard: CursorGuard;
	done: boolean;
	error?: Error;
}

/**
 * Operations that look something up by name: the queries of all input items go out together, ten a
 * request. Each is paged on its own until it has what its item wants; only unfinished ones are
 * asked again.
 */
export const resolve: Endpoint = async (items, url) => {
	const searches = items.map(newSearch);
	for (let open = searches; open.length > 0; open = open.filter(({ done }) => !done)) {
		const parts = chunksOf(open, LIMITS.itemsPerRequest);
		await Promise.all(parts.map(async (part) => await ask(url, part)));
	}
	return searches.map(({ rows, error }): Result => (error ? { error } : { rows }));
};

function newSearch(input: InputItem): Search {
	return { input, wanted: wantedOf(input), rows: [], guard: new CursorGuard(), done: false };
}

/** One request for up to ten queries. */
async function ask(url: string, searches: Search[]): Promise<void> {
	await inOneRequest(
		searches,
		async (part) => {
			const items = part.map((search) => queryOf(search, PAGE_SIZES[url]));
			const { data } = await part[0].input.send(url, { items });
			const results = itemResults(data);
			for (const search of part) take(search, results(String(search.input.index)));
		},
		end,
	);
}

function queryOf({ input, wanted, rows, cursor }: Search, max: number): IDataObject {
	const { limit: _limit, ...query } = input.body;
	const item: IDataObject = { item_id: String(input.index), ...query };
	item.limit = Math.min(max, wanted - rows.length);
	if (cursor !== undefined) item.page_cursor = cursor;
	return item;
}

function take(search: Search, result: IDataObject | Error): void {
	if (result instanceof Error) return end(search, result);
	try {
		const found = listOf(result, 'candidates').slice(0, search.wanted - search.rows.length);
		for (const row of found) search.rows.push(row);
		if (search.rows.length === search.wanted) {
			if (result.has_more === true) search.input.run.hint(moreThan(search.wanted));
			return end(search);
		}
		search.cursor = search.guard.next(result, found);
		if (search.cursor === undefined) end(search);
	} catch (error) {
		end(search, error as Error);
	}
}

function end(search: Search, error?: Error): void {
	search.done = true;
	search.error = error;
	if (error && !(error instanceof HaltedError)) search.input.run.fail();
}
