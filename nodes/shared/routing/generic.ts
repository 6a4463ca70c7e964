import type { IDataObject } from 'n8n-workflow';

import { isOn } from '../fields/settings';
import { FailureError } from '../request/failure';
import { rejection } from '../request/reasons';
import type { Answer } from '../request/send';
import { cut } from '../request/shown';
import { digestOf, Memory } from './memory';
import { isObject } from './answer';
import { collect } from './collect';
import { doubted, isUnsure } from './outcome';
import { each, type Call, type Row, type Shape } from './shape';
import { Trail } from './trail';

/** Where the field Body puts its object in the request that n8n puts together. */
export const WHOLE_BODY = '$body';

/**
 * Operations whose fields the contract does not show: the user's JSON is the body, as it is. The
 * elements of `items` in the answer become items, those that say `rejected` failures; an answer
 * without `items` is one item. Under Return All `has_more` is followed.
 *
 * What repeating a write does is not shown either: it is sent again only when it was certainly not
 * taken, by the node itself as by n8n's retries.
 */
export function generic(path: string, { writes }: { writes: boolean }): Shape {
	return {
		path,
		perform: each(writes ? async (call) => write(path, call) : async (call) => read(path, call)),
	};
}

async function read(path: string, call: Call): Promise<Row[]> {
	const body = bodyOf(call);
	const rows: Row[] = [];
	const trail = new Trail();
	const all = isOn(call.context, 'returnAll', false);
	for (let cursor: string | undefined; ;) {
		const answer = await call.send(
			path,
			cursor === undefined ? body : { ...body, page_cursor: cursor },
		);
		const more = rowsOf(answer, call);
		collect(rows, more);
		if (!all || answer.data.has_more === undefined) return rows;
		cursor = trail.next(answer.data, more.length);
		if (cursor === undefined) return rows;
	}
}

/** One request for each item and run, whatever becomes of it. */
async function write(path: string, call: Call): Promise<Row[]> {
	const memory = Memory.of(call, path);
	const { run } = call;
	const body = bodyOf(call);
	const digest = digestOf(body);
	const place = memory.placeOf(call, digest);
	const trace = memory.trace(place);
	if (trace && !trace.row) throw notAgain();
	const remember = (row?: IDataObject) => memory.remember(place, { digest, row });
	let answer = trace?.row as unknown as Answer | undefined;
	if (!answer) {
		answer = await call.send(path, body, true).catch((error: Error) => {
			if (isUnsure(error)) remember();
			throw doubted(
				error,
				'the change may have been made all the same',
				'Look before you send it again: what repeating it does is not documented, so no retry does.',
			);
		});
		remember(answer as unknown as IDataObject);
	}
	const rows = rowsOf(answer, call);
	if (rows.some((row) => row instanceof FailureError)) run.fail();
	if (run.ended(1)) memory.clear();
	return rows;
}

function bodyOf({ body }: Call): IDataObject {
	return (body[WHOLE_BODY] ?? {}) as IDataObject;
}

function notAgain(): FailureError {
	return new FailureError({
		message: 'An earlier try got no answer, but may have been carried out',
		description: 'Nothing was sent again. Look whether the change was made before you repeat it.',
		unsure: true,
	});
}

function rowsOf({ data, requestId }: Answer, { context }: Call): Row[] {
	const told = context.getNodeParameter('options.ifRejected', 'fail') === 'output';
	// What is no list of objects may be meant so: nobody knows the answer of these operations
	const { items } = data;
	const elements =
		Array.isArray(items) && items.every(isObject) ? (items as IDataObject[]) : [data];
	return elements.map((element) =>
		element.status === 'rejected' && !told ? rejected(element, requestId) : element,
	);
}

function rejected({ item_id, reason }: IDataObject, requestId?: string): FailureError {
	const failure = rejection('change', typeof reason === 'string' ? reason : undefined);
	const named = item_id === undefined ? '' : ` (item_id ${cut(String(item_id), 64)})`;
	return new FailureError({ ...failure, message: `${failure.message}${named}`, requestId });
}
