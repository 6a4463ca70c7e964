import type { IDataObject } from 'n8n-workflow';

import { brokenAnswer, listOf } from './answer';
import { each, type Call, type Shape } from './shape';

/** Sends a body and returns `data` of the answer. */
type Send = (body: IDataObject) => Promise<IDataObject>;

/**
 * Walks the pages of a PAGED operation (contract document 1, pagination rules) and yields their
 * `data` as it is. `has_more` alone decides: empty and short pages do not end the walk. Filters and
 * cursor go back unchanged; only `limit` shrinks to what is still missing. A cursor that is missing
 * or comes a second time while `has_more` is true is an error, so that no walk is endless.
 *
 * @param wanted number of rows after which the walk ends (Infinity for all)
 */
export async function* pages(
	send: Send,
	filters: IDataObject,
	{ max, wanted }: { max: number; wanted: number },
): AsyncGenerator<IDataObject[]> {
	const seen = new Set<string>();
	let cursor: string | undefined;
	for (let missing = wanted; missing > 0;) {
		const body: IDataObject = { ...filters, limit: Math.min(max, missing) };
		if (cursor !== undefined) body.page_cursor = cursor;
		const data = await send(body);
		const rows = listOf(data, 'items').slice(0, missing);
		missing -= rows.length;
		yield rows;
		if (missing === 0) return;
		cursor = nextCursor(data, seen);
		if (cursor === undefined) return;
	}
}

/** The cursor of the next page, if there is one. `seen` holds the cursors so far. */
export function nextCursor(data: IDataObject, seen: Set<string>): string | undefined {
	if (typeof data.has_more !== 'boolean') throw brokenAnswer("does not say 'has_more'");
	if (!data.has_more) return undefined;
	const cursor = data.next_page_cursor;
	if (typeof cursor !== 'string' || cursor === '') {
		throw brokenAnswer("promises another page but has no 'next_page_cursor'");
	}
	if (seen.has(cursor)) {
		throw brokenAnswer("repeats a 'next_page_cursor', so its pages would never end");
	}
	seen.add(cursor);
	return cursor;
}

/** What a paged operation says about itself. */
export interface Paged {
	/** Largest page size */
	max: number;
	/** Fails when the answer means that there is no list at all, whatever rows it has */
	check?: (data: IDataObject) => void;
	/** The output item of a row; the row itself unless given */
	row?: (row: IDataObject, call: Call) => IDataObject;
}

/** Operations whose answer is PAGED: Return All or Limit, one output item per row. */
export function page(path: string, { max, check, row = (same) => same }: Paged): Shape {
	return {
		path,
		perform: each(async (call) => {
			const { limit: _limit, ...filters } = call.body;
			const send = async (body: IDataObject) => {
				const { data } = await call.send(path, body);
				check?.(data);
				return data;
			};
			const found: IDataObject[] = [];
			for await (const rows of pages(send, filters, { max, wanted: wantedOf(call) })) {
				found.push(...rows.map((each) => row(each, call)));
			}
			return found;
		}),
	};
}

/** How many rows an item wants: Infinity under Return All. */
export function wantedOf({ context, body }: Call): number {
	if (context.getNodeParameter('returnAll', false) === true) return Infinity;
	// Where an expression decides over Return All, n8n hides Limit: its default counts then
	return (body.limit as number | undefined) ?? 50;
}
