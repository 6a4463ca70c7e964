import type { IDataObject } from 'n8n-workflow';

import { brokenAnswer, listOf } from './answer';
import type { Shape } from './shape';

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
		if (typeof data.has_more !== 'boolean') throw brokenAnswer("does not say 'has_more'");
		if (!data.has_more) return;
		cursor = nextCursor(data, seen);
	}
}

function nextCursor(data: IDataObject, seen: Set<string>): string {
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

/**
 * Operations whose answer is PAGED: Return All or Limit, one output item per row.
 *
 * @param max the operation's largest page size
 */
export function page(path: string, { max }: { max: number }): Shape {
	return {
		path,
		async perform({ context, body, send }) {
			const { limit, ...filters } = body;
			const all = context.getNodeParameter('returnAll', false) === true;
			const wanted = all ? Infinity : Number(limit ?? DEFAULT_LIMIT);
			const rows: IDataObject[] = [];
			for await (const found of pages(send, filters, { max, wanted })) rows.push(...found);
			return rows;
		},
	};
}

/** Where an expression decides over Return All, n8n hides Limit: its default counts then. */
const DEFAULT_LIMIT = 50;
