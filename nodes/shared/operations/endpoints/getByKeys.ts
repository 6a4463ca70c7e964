import type { IDataObject } from 'n8n-workflow';

import { looked } from '../../api/answer';
import { batchGetByKeys, keyIn } from '../../api/batchGet';
import { FailureError } from '../../errors/failure';
import { Outcome, type Endpoint, type InputItem, type Result } from '../endpoint';
import { wantsOutcome } from '../notFound';
import { withText } from '../sinks';
import { omit } from '../../omit';

/** Read of objects by several fields, and the rows of their results. */
interface RowsByKeys {
	/** Fields that identify an object. The items of a request differ in at least one of them */
	by: string[];
	/** Row of a result; a failure if the object cannot be read. Throws if the result breaks the contract */
	row: (result: IDataObject) => IDataObject | FailureError;
}

/** Endpoint for reads by several fields: ten objects per request, each object once per run. */
export function getByKeys({ by, row }: RowsByKeys): Endpoint {
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
	return withText(async (inputs, path) => {
		const bodies = inputs.map(({ body }) => body);
		const found = await batchGetByKeys({ path, by }, inputs[0], bodies);
		return inputs.map((item) => resultOf(item, found.get(keyIn(by, item.body))!));
	});
}
