import { IDataObject } from 'n8n-workflow';

import { PAGE_SIZES } from '../limits';
import { listOf } from './answer';
import { CursorGuard } from './cursorGuard';

/** Paged operation, and the function that calls it: `ask` gives `data` of the answer. */
export interface Source {
	/** Contract path */
	url: string;
	ask: (url: string, body: IDataObject) => Promise<IDataObject>;
}

/** One page: its rows, and the answer that they came in. */
export interface Page {
	rows: IDataObject[];
	data: IDataObject;
}

/**
 * Walks the pages of a PAGED operation (contract document 1, pagination rules). `has_more` alone
 * decides: empty and short pages do not end the walk. Filters and cursor go back unchanged; only
 * `limit` shrinks to what is still missing.
 *
 * @param wanted number of rows after which the walk ends; all unless given
 * @param list field of the answer with the rows
 */
export async function* paginate(
	{ url, ask }: Source,
	filters: IDataObject,
	{ wanted = Infinity, list = 'items' }: { wanted?: number; list?: string } = {},
): AsyncGenerator<Page> {
	const guard = new CursorGuard();
	let cursor: string | undefined;
	for (let missing = wanted; missing > 0;) {
		const body: IDataObject = { ...filters, limit: Math.min(PAGE_SIZES[url], missing) };
		if (cursor !== undefined) body.page_cursor = cursor;
		const data = await ask(url, body);
		const rows = listOf(data, list).slice(0, missing);
		missing -= rows.length;
		yield { rows, data };
		if (missing === 0) return;
		cursor = guard.next(data, rows);
		if (cursor === undefined) return;
	}
}
