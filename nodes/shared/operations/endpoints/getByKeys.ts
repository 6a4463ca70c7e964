import type { IDataObject } from 'n8n-workflow';

import { looked } from '../../api/answer';
import { chunksOf, inOneRequest, inParallel, itemResults } from '../../api/batchItems';
import { FailureError } from '../../errors/failure';
import { LIMITS } from '../../limits';
import { Outcome, type Endpoint, type InputItem, type Result } from '../endpoint';
import { wantsOutcome } from '../notFound';
import { omit } from '../../omit';

/** Read of objects by several fields, such as conversation and sequence, as the contract defines it. */
export interface KeyedRead {
	/** Fields that identify an object. The items of a request differ in at least one of them */
	by: string[];
	/** Row of a result; a failure if the object cannot be read. Throws if the result breaks the contract */
	row: (result: IDataObject) => IDataObject | FailureError;
}

/** Endpoint for reads by several fields: ten objects per request, each object once per run. */
export function getByKeys({ by, row }: KeyedRead): Endpoint {
	const keyOf = ({ body }: InputItem) => JSON.stringify(by.map((field) => body[field]));
	const resultOf = (item: InputItem, found: IDataObject | Error): Result => {
		if (found instanceof Error) return { error: found };
		const output = looked(() => ({ row: row(found) }));
		if (output instanceof Error) return { error: output };
		const asOutput = wantsOutcome(item);
		if (!(output.row instanceof FailureError)) {
			return { rows: [asOutput ? { ...output.row, found: true } : output.row] };
		}
		const named = Object.fromEntries(by.map((field) => [field, item.body[field]]));
		return asOutput
			? { rows: [new Outcome({ ...named, ...omit(found, 'item_id'), found: false })] }
			: { error: output.row };
	};
	return async (inputs, url) => {
		const first = new Map<string, InputItem>();
		for (const item of inputs) if (!first.has(keyOf(item))) first.set(keyOf(item), item);
		const found = new Map<string, IDataObject | Error>();
		const ask = async (part: InputItem[]) => {
			const items = part.map(({ index, body }) => ({ item_id: String(index), ...body }));
			const { data } = await part[0].send(url, { items });
			const results = itemResults(data);
			for (const item of part) found.set(keyOf(item), results(String(item.index)));
		};
		const fail = (item: InputItem, error: Error) => found.set(keyOf(item), error);
		await inParallel(chunksOf([...first.values()], LIMITS.itemsPerRequest), async (part) =>
			inOneRequest(part, ask, fail),
		);
		return inputs.map((item) => resultOf(item, found.get(keyOf(item))!));
	};
}
