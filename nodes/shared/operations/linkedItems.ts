import type { IDataObject, INode, INodeExecutionData, NodeApiError } from 'n8n-workflow';

import type { Settings } from '../api/reading';
import { errorJson, FailureError, failureOf, HaltedError, nodeError } from '../errors/failure';
import { isoTimeIn } from '../rows/isoTime';
import { areItems, columnsOf, shownIn, showsField, simplify } from '../rows/output';
import type { Caller } from './caller';
import {
	Final,
	type InputItem,
	isObjectRow,
	Made,
	Outcome,
	type ReadItem,
	type Result,
	type Row,
	type RowForm,
	rowsIn,
} from './endpoint';
import type { Operation } from './operation';
import { Pace } from '../pace';
import type { NodeFunctions } from './run';

/** Number of rows that get their form together */
const AT_ONCE = 100;

/** Output items, linked to their input items. With On Error = stop, throws the first failure. */
export async function linkedItems(
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
	for (const [position, result] of results.entries()) {
		const item = first + position;
		const form = 'rows' in result ? (items[position] as InputItem).form() : undefined;
		const begin = output.length;
		const failed = ({ failure }: FailureError) => {
			const others = !continues && caller.namesItems && count > 1;
			const error = nodeError(
				node,
				failure,
				caller.namesItems ? { index: item, count } : undefined,
				others,
			);
			if (!continues) throw error;
			return failedItem(error, item, node.onError);
		};
		const rows = rowsOf(result, form);
		for (let at = 0; at < rows.length; at += AT_ONCE) {
			output.push(...itemsOf(rows.slice(at, at + AT_ONCE), item, form, failed));
			if (output.length >= AT_ONCE && pace.isDue) await pace.yield();
		}
		if (form?.fitted) {
			const jsons = output.splice(begin).map(({ json }) => json);
			for (const json of form.fitted(jsons)) output.push({ json, pairedItem: { item } });
		}
		if (form) for (const json of hints) output.push({ json, pairedItem: { item } });
	}
	return node.onError === 'continueErrorOutput' ? cheapToShift(output) : output;
}

/** Output items of rows. The rows of the service get their form together. */
function itemsOf(
	rows: Row[],
	item: number,
	form: RowForm | undefined,
	failed: (row: FailureError) => INodeExecutionData,
): INodeExecutionData[] {
	const plain: INodeExecutionData[] = [];
	const items = rows.map((row) => {
		if (row instanceof FailureError) return failed(row);
		const { json, binary } = row instanceof Made ? row : { json: row };
		const made: INodeExecutionData = { json, ...(binary && { binary }), pairedItem: { item } };
		if (row instanceof Outcome) made.json = form!.outcome(json);
		else if (!(row instanceof Final)) plain.push(made);
		return made;
	});
	const jsons = plain.length > 0 ? form!.of(plain.map(({ json }) => json)) : [];
	for (const [i, json] of jsons.entries()) plain[i].json = json;
	return items;
}

/**
 * A failed item. n8n 2.0 sends only items with a property `error` to the error output, later versions look at the JSON.
 * The property is not enumerable, so that it is not stored.
 */
function failedItem(
	error: NodeApiError,
	item: number,
	onError: INode['onError'],
): INodeExecutionData {
	const failed: INodeExecutionData = { json: errorJson(error), pairedItem: { item } };
	if (onError !== 'continueErrorOutput') return failed;
	return Object.defineProperty(failed, 'error', { value: error, writable: true });
}

/** Rows of a result: the failure of a failed item, none for an item that was halted. */
function rowsOf(result: Result, form?: RowForm): Row[] {
	if ('rows' in result) {
		const flaw = form?.flaw?.(result.rows.filter(isObjectRow));
		return flaw ? [flaw] : result.rows;
	}
	if (result.error instanceof HaltedError) return [];
	return [new FailureError(failureOf(result.error))];
}

/**
 * A list with a fast `shift`. n8n moves items to the error output with one `shift` per item, which is quadratic: 200,000
 * items block n8n for most of a minute. The first call reverses the list, then each call takes the last element.
 */
function cheapToShift<T>(list: T[]): T[] {
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
export function together(results: Result[]): Result {
	const failed = results.filter((result) => 'error' in result);
	const done = results.filter((result) => rowsIn(result).length > 0).length;
	if (failed.length === 0)
		return { rows: results.flatMap((result) => ('rows' in result ? result.rows : [])) };
	const { error } = failed.find((each) => !(each.error instanceof HaltedError)) ?? failed[0];
	if (done === 0 || !(error instanceof FailureError)) return { error };
	const message = `${done} of ${results.length} succeeded, another failed: ${error.message}`;
	return { error: new FailureError({ ...error.failure, message, unsent: undefined }) };
}

/** Function that gives the form of the rows of an input item, as its caller wants it. */
export function formsOf(
	operation: Operation,
	caller: Caller,
	zone: string,
): (settings: Settings) => RowForm {
	const { output } = operation;
	const raw = rawForm(operation);
	const iso = isoTimeIn(zone);
	const simplified = output && {
		...raw,
		isRaw: false,
		of: (rows: IDataObject[]) => simplify(rows, output, iso),
		outcome: (json: IDataObject) => simplify([json], output, iso, false)[0],
		columns: (added: string[]) => columnsOf(output.fields, added),
	};
	const asItem = simplified && {
		...simplified,
		of: (rows: IDataObject[]) => shownIn(simplified.of(rows), output),
		outcome: (json: IDataObject) => shownIn([simplified.outcome(json)], output)[0],
	};
	return (settings) => {
		const isPlain = !simplified || settings.validateOnly;
		if (caller.formOf) {
			const shows = (field: string) => showsField(settings, field);
			const whole = isPlain ? undefined : { ...simplified, shows };
			return caller.formOf({ operation, raw, simplified: whole }, settings);
		}
		const asItIs = settings.simplify === false && settings.outputAs !== 'text';
		if (isPlain || asItIs) return raw;
		const shows = (field: string) => showsField(settings, field, output);
		return { ...(areItems(settings) ? asItem! : simplified), shows };
	};
}

/** The form of rows as the service answered them. */
function rawForm({ action, output, fields }: Operation): RowForm {
	const { fields: known = '', answered = known } = output ?? {};
	const columns = (added: string[]) => columnsOf(answered, added);
	const asAnswered = { of: (rows: IDataObject[]) => rows, outcome: (json: IDataObject) => json };
	const shows = () => false;
	return { ...asAnswered, isRaw: true, shows, columns, action, output, fields };
}
