import type { IDataObject, INode, INodeExecutionData, NodeApiError } from 'n8n-workflow';

import { tryTo } from '../api/answer';
import { errorJson, FailureError, failureOf, HaltedError, nodeError } from '../errors/failure';
import { isObjectRow, Made, type Row } from '../rows/row';
import type { RowForm } from '../rows/rowForm';
import type { Caller } from './caller';
import { type InputItem, type ReadItem, type Result, rowsIn } from './endpoint';
import { Pace } from '../wait';
import type { NodeFunctions } from './run';

/** Number of rows that get their form together */
const AT_ONCE = 100;

/** Output items, linked to their input items. With On Error = stop, throws the first failure. */
export async function linkItems(
	functions: NodeFunctions,
	results: Result[],
	how: {
		caller: Caller;
		/** The items of the results, if there are results with rows */
		items?: ReadItem[];
		/** Index of the only item, if it is one of several that are run one by one; `count` is their number */
		first?: number;
		count?: number;
		/** Rows for a caller that sees nothing beside the output of its one item */
		hints?: IDataObject[];
	},
): Promise<INodeExecutionData[]> {
	const { caller, items = [], first = 0, count = results.length } = how;
	const hints = results.length === 1 && !caller.namesItems ? (how.hints ?? []) : [];
	const node = functions.getNode();
	const continues = functions.continueOnFail();
	const pace = new Pace();
	const output: INodeExecutionData[] = [];
	const failed = ({ failure }: FailureError, item: number) => {
		const others = !continues && caller.namesItems && count > 1;
		const place = caller.namesItems ? { index: item, count } : undefined;
		const error = nodeError(node, failure, place, others);
		if (!continues) throw error;
		return makeFailedItem(error, item, node.onError);
	};
	for (const [position, result] of results.entries()) {
		const item = first + position;
		if ('error' in result) {
			// An item that was halted has no output
			if (result.error instanceof HaltedError) continue;
			output.push(failed(new FailureError(failureOf(result.error)), item));
			continue;
		}
		const read = items[position] as InputItem;
		const form = read.form();
		const begin = output.length;
		const { rows } = result;
		for (let at = 0; at < rows.length; at += AT_ONCE) {
			for (const row of applyForm(rows.slice(at, at + AT_ONCE), form)) {
				if (row instanceof FailureError) output.push(failed(row, item));
				else if (!(row instanceof Made)) output.push({ json: row, pairedItem: { item } });
				else output.push({ ...row, pairedItem: { item } });
			}
			if (output.length >= AT_ONCE && pace.isDue) await pace.yield();
		}
		if (caller.shapeOutput) {
			const jsons = output.splice(begin).map(({ json }) => json);
			for (const json of caller.shapeOutput(jsons, read))
				output.push({ json, pairedItem: { item } });
		}
		for (const json of hints) output.push({ json, pairedItem: { item } });
	}
	return node.onError === 'continueErrorOutput' ? makeShiftCheap(output) : output;
}

/** The rows in their form, which objects of the service get together. If these have nothing of what was asked for, a failure. */
function applyForm(rows: Row[], form: RowForm): Row[] {
	const jsons = tryTo(() => form.of(rows.filter(isObjectRow)));
	if (jsons instanceof FailureError) return [jsons];
	if (jsons instanceof Error) throw jsons;
	const formed = jsons.values();
	return rows.map((row) => (isObjectRow(row) ? formed.next().value! : row));
}

/**
 * A failed item. n8n 2.0 sends one with `details` to the error output only if it has a property `error`, later versions look
 * at the JSON (n8n 2.0 and 2.41, n8n-core/execution-engine/workflow-execute.ts). The property is not enumerable, so that it
 * is not stored.
 */
function makeFailedItem(
	error: NodeApiError,
	item: number,
	onError: INode['onError'],
): INodeExecutionData {
	const failed: INodeExecutionData = { json: errorJson(error), pairedItem: { item } };
	if (onError !== 'continueErrorOutput') return failed;
	return Object.defineProperty(failed, 'error', { value: error, writable: true });
}

/**
 * A list with a fast `shift`. n8n moves items to the error output with one `shift` per item (n8n 2.41,
 * n8n-core/execution-engine/workflow-execute.ts), which is quadratic: 200,000 items block n8n for most of a minute. The first
 * call reverses the list, then each call takes the last element.
 */
function makeShiftCheap<T>(list: T[]): T[] {
	let turned = false;
	const shift = () => {
		if (!turned) list.reverse();
		turned = true;
		return list.pop();
	};
	return Object.defineProperty(list, 'shift', { value: shift });
}

/**
 * One result of the items that one input item stands for: all rows, or the first failure, which halted the others. It says
 * how many succeeded.
 */
export function joinResults(results: Result[]): Result {
	const failed = results.filter((result) => 'error' in result);
	const done = results.filter((result) => rowsIn(result).length > 0).length;
	if (failed.length === 0)
		return { rows: results.flatMap((result) => ('rows' in result ? result.rows : [])) };
	const { error } = failed.find((each) => !(each.error instanceof HaltedError)) ?? failed[0];
	if (done === 0 || !(error instanceof FailureError)) return { error };
	const message = `${done} of ${results.length} succeeded, another failed: ${error.message}`;
	return { error: new FailureError({ ...error.failure, message, unsent: undefined }) };
}
