import type { IDataObject } from 'n8n-workflow';

import { FailureError } from '../request/failure';
import { looked } from './answer';
import { wantsOutcome } from './found';
import { inOneRequest, itemResults } from './items';
import { inParallel } from './parallel';
import { chunksOf, together, type Call, type Result, type Shape } from './shape';

/** Most items in one request (contract document 1, limits). */
const MAX_ITEMS = 10;

/** An exact read by `items` of several fields each, as the contract has it for one kind of object. */
export interface Lookup {
	/** Contract path */
	path: string;
	/** The fields that name an object; no two items of a request may agree in all of them */
	by: string[];
	/** The output of a result; a failure when it says that the object cannot be read. Throws when it is broken */
	row: (result: IDataObject) => IDataObject | FailureError;
	/** The output where the user wants less of it */
	simplify?: (row: IDataObject, call: Call) => IDataObject;
}

/** Operations that get objects by several fields: the input items go out together, each object once. */
export function lookup({ path, by, row, simplify = (same) => same }: Lookup): Shape {
	const keyOf = ({ body }: Call) => JSON.stringify(by.map((field) => body[field]));
	return {
		path,
		perform: together(async (calls) => {
			const first = new Map<string, Call>();
			for (const call of calls) if (!first.has(keyOf(call))) first.set(keyOf(call), call);
			const found = new Map<string, IDataObject | Error>();
			const ask = async (part: Call[]) => {
				const items = part.map(({ itemIndex, body }) => ({ item_id: String(itemIndex), ...body }));
				const { data } = await part[0].send(path, { items });
				const results = itemResults(data);
				for (const call of part) found.set(keyOf(call), results(String(call.itemIndex)));
			};
			const fail = (call: Call, error: Error) => found.set(keyOf(call), error);
			await inParallel(chunksOf([...first.values()], MAX_ITEMS), async (part) =>
				inOneRequest(part, ask, fail),
			);
			return calls.map((call): Result => {
				const result = found.get(keyOf(call))!;
				if (result instanceof Error) return { error: result };
				const output = looked(() => ({ row: row(result) }));
				if (output instanceof Error) return { error: output };
				const told = wantsOutcome(call);
				if (!(output.row instanceof FailureError)) {
					const row = simplify(output.row, call);
					return { rows: [told ? { ...row, found: true } : row] };
				}
				const { item_id: _itemId, ...rest } = result;
				const named = Object.fromEntries(by.map((field) => [field, call.body[field]]));
				return told ? { rows: [{ ...named, ...rest, found: false }] } : { error: output.row };
			});
		}),
	};
}
