import type { IDataObject } from 'n8n-workflow';

import { FailureError } from '../request/failure';
import { rejection } from '../request/reasons';
import { nextCursor } from './page';
import { each, type Call, type Row, type Shape } from './shape';

/** Where the field Body puts its object in the request that n8n puts together. */
export const WHOLE_BODY = '$body';

/**
 * Operations whose fields the contract does not show: the user's JSON is the body, as it is. The
 * elements of `items` in the answer become items, those that say `rejected` failures; an answer
 * without `items` is one item. Under Return All `has_more` is followed.
 *
 * A write is sent again only when it was certainly not taken: what repeating it does is not shown.
 */
export function generic(path: string, { writes }: { writes: boolean }): Shape {
	return {
		path,
		perform: each(async (call) => {
			const body = (call.body[WHOLE_BODY] ?? {}) as IDataObject;
			const rows: Row[] = [];
			const seen = new Set<string>();
			const all = !writes && call.context.getNodeParameter('returnAll', false) === true;
			for (let cursor: string | undefined; ;) {
				const part = cursor === undefined ? body : { ...body, page_cursor: cursor };
				const { data } = await call.send(path, part, writes);
				rows.push(...rowsOf(data, call));
				if (!all || typeof data.has_more !== 'boolean') return rows;
				cursor = nextCursor(data, seen);
				if (cursor === undefined) return rows;
			}
		}),
	};
}

function rowsOf(data: IDataObject, { context }: Call): Row[] {
	if (!Array.isArray(data.items)) return [data];
	const told = context.getNodeParameter('options.ifRejected', 'fail') === 'output';
	return (data.items as IDataObject[]).map((element) =>
		element.status === 'rejected' && !told ? failureOf(element) : element,
	);
}

function failureOf({ item_id, reason }: IDataObject): FailureError {
	const failure = rejection('change', reason as string | undefined);
	const named = item_id === undefined ? '' : ` (item_id ${String(item_id)})`;
	return new FailureError({ ...failure, message: `${failure.message}${named}` });
}
