import { IDataObject } from 'n8n-workflow';
import { listOf } from './answer';
import { CursorGuard } from './cursorGuard';

/** Sends a body and returns `data` of the answer. */
type Send = (body: IDataObject) => Promise<IDataObject>;

/** One page: its rows, and the answer that they came in. */
export interface Page {
	rows: IDataObject[];
	data: IDataObject;
}

/** How a list is walked. */
interface Walk {
	/** Largest page size */
	max: number;
	/** Number of rows after which the walk ends; Infinity for all */
	wanted: number;
	/** Field of the answer with the rows */
	list?: string;
}

/**
 * Walks the pages of a PAGED operation (contract document 1, pagination rules). `has_more` alone
 * decides: empty and short pages do not end the walk. Filters and cursor go back unchanged; only
 * `limit` shrinks to what is still missing.
 */
export async function* paginate(
	send: Send,
	filters: IDataObject,
	{ max, wanted, list = 'items' }: Walk,
): AsyncGenerator<Page> {
	const trail = new CursorGuard();
	let cursor: string | undefined;
	for (let missing = wanted; missing > 0;) {
		const body: IDataObject = { ...filters, limit: Math.min(max, missing) };
		if (cursor !== undefined) body.page_cursor = cursor;
		const data = await send(body);
		const rows = listOf(data, list).slice(0, missing);
		missing -= rows.length;
		yield { rows, data };
		if (missing === 0) return;
		cursor = trail.next(data, rows);
		if (cursor === undefined) return;
	}
}
