import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { checkSettings, inputsOf, readInputs, settingsOf } from '../fields/read';
import type { Operation } from '../operation';
import { errorJson, FailureError, failureOf, nodeError } from '../request/failure';
import { HaltedError, send } from '../request/send';
import { OUTPUT, tooMany } from './collect';
import { joinRun, type Run } from './run';
import { WithFiles, type Call, type Row } from './shape';

type Executor = (
	this: IExecutePaginationFunctions,
	request: DeclarativeRestApiSettings.ResultOptions,
) => Promise<INodeExecutionData[]>;

/**
 * The one way an operation runs, called by n8n for each input item with the request that the
 * fields' `routing` has put together: check and convert the values, wait until all items of the run
 * are known, send, and link what comes back to the item.
 *
 * A failure ends the node, or with On Error = continue becomes an item of its own with the keys
 * `error` and `details`, linked to its input.
 */
export function executor(operation: Operation): Executor {
	const inputs = inputsOf(operation.fields);
	const settings = settingsOf(operation.fields);
	return async function (request) {
		// A copy that n8n makes at each call
		const node = this.getNode();
		const run = joinRun(this, node);
		const body =
			checkSettings(settings, node, this) ??
			readInputs(inputs, operation, request.options.body, this.getTimezone());
		if (body instanceof FailureError) run.fail();
		const call = body instanceof FailureError ? undefined : callOf(this, run, request, body);
		const rows = await run.start(operation.shape, call).catch(rowsOfError);
		if (run.abandoned) return [];
		return linked(this, run, body instanceof FailureError ? [body] : notTooMany(rows));
	};
}

/** What an item that ended with an error yields: nothing when it was only stopped, or its failure. */
function rowsOfError(error: unknown): Row[] {
	return error instanceof HaltedError ? [] : [new FailureError(failureOf(error))];
}

/** Whichever way they came, n8n gets no more than it can take over. */
function notTooMany(rows: Row[]): Row[] {
	return rows.length > OUTPUT.maxRows ? [tooMany()] : rows;
}

function callOf(
	context: IExecutePaginationFunctions,
	run: Run,
	{ options }: DeclarativeRestApiSettings.ResultOptions,
	body: IDataObject,
): Call {
	const cancelled = context.getExecutionCancelSignal();
	const halted = () => run.halted || cancelled?.aborted === true;
	return {
		context,
		itemIndex: context.getItemIndex(),
		run,
		body,
		send: async (path, part, once) =>
			await send(context, { path, body: part, once, options }, halted),
	};
}

/** The output items of an input item, linked to it. With On Error = stop a failure ends the node. */
function linked(context: IExecutePaginationFunctions, run: Run, rows: Row[]): INodeExecutionData[] {
	const pairedItem = { item: context.getItemIndex() };
	return rows.map((row) => {
		if (row instanceof WithFiles) return { json: row.json, binary: row.binary, pairedItem };
		if (!(row instanceof FailureError)) return { json: row, pairedItem };
		run.fail();
		const error = nodeError(context.getNode(), row.failure, context.getItemIndex());
		if (!context.continueOnFail()) throw error;
		return { json: errorJson(error), pairedItem };
	});
}
