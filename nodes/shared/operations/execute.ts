import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';
import { NodeApiError, NodeConnectionTypes } from 'n8n-workflow';

import {
	checkSettings,
	evaluated,
	has,
	inputsOf,
	put,
	readParameters,
	RunParameters,
	settingsOf,
	type Input,
} from '../parameters/readParameters';
import { chunksOf } from '../api/batchItems';
import { isOn, type Parameters } from '../api/reading';
import {
	errorJson,
	FailureError,
	failureOf,
	inOneMessage,
	isDefect,
	nodeError,
} from '../errors/failure';
import { HaltedError } from '../errors/halted';
import { isoTimeIn } from '../outputs/isoTime';
import { type Output, simplify } from '../outputs/output';
import { omit } from '../omit';
import { locatorIn } from '../fields/field';
import { IGNORE_EMPTY_FILTERS } from '../fields/ignoreEmptyFilters';
import { OUTPUT_FIELDS, TOOL_OUTPUT } from '../fields/toolFields';
import { validatesOnly } from '../fields/validateOnly';
import { entries, Flaw, type Read } from '../parameters/converters';
import { errorInFormWords } from '../parameters/formWords';
import { holdsNames, withoutNames } from '../parameters/names';
import { connect } from '../transport/send';
import { wait } from '../transport/wait';
import {
	Outcome,
	WithFiles,
	type Endpoint,
	type Form,
	type InputItem,
	type Result,
	type Row,
} from './endpoint';
import type { Operation } from './operation';
import { Pace } from './pace';
import { Journal } from './writes/journal';
import { allowedDomainsOf, isTool, requestOptionsOf, Run, type NodeFunctions } from './run';
import { withinCharacters } from './toolOutput';

/** Function that n8n calls for an operation of a node, once for all input items. */
export type CustomOperation = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** An input item after its parameters were read: ready to send, or an error. */
type ReadItem = InputItem | Error;

/**
 * Runs an operation for all input items: reads and checks parameters, sends requests, and links the rows to their input
 * items.
 *
 * A failure ends the node. With On Error = continue, it becomes an item with the keys `error` and `details`, linked to
 * its input item. In that mode nothing is thrown, since n8n would send the input items to the success output.
 */
export function customOperation(operation: Operation): CustomOperation {
	return async function () {
		const items = inputsOfRun(this);
		try {
			return [await runAll(operation, this, items.length)];
		} catch (error) {
			if (!this.continueOnFail()) throw toNodeError(this, error);
			const results = items.map((): Result => ({ error: error as Error }));
			return [await linked(this, results, { indexOf: (i) => i, formOf: () => rawForm(operation) })];
		}
	};
}

/**
 * Runs an operation for one item through n8n's routing, which AI agents before version 3 and the MCP Server Trigger use.
 * n8n builds the request fields from the `routing` of the fields.
 */
export function routedOperation(operation: Operation) {
	return async function (
		this: IExecutePaginationFunctions,
		{ options }: DeclarativeRestApiSettings.ResultOptions,
	): Promise<INodeExecutionData[]> {
		const index = this.getItemIndex();
		const formOf = formsOf(operation, this, () => this);
		const { proxy, timeout, skipSslCertificateValidation, allowedDomains } = options;
		let results: Result[];
		try {
			const connection = await connect(this, {
				proxy,
				timeout,
				skipSslCertificateValidation: skipSslCertificateValidation === true,
				allowedDomains,
			});
			const run = new Run(this, connection, { size: 1, single: true });
			const settings = settingsOf(operation.fields);
			const inputs = inputsOf(operation.fields);
			const body =
				checkSettings(settings, this.getNode().parameters, this, {
					fromModel: isTool(this.getNode()),
				}) ??
				readParameters({ ...operation, inputs }, withChoices(this, inputs, options.body), {
					zone: this.getTimezone(),
					ignoreEmptyFilters: ignoresEmptyFilters(this.getNode(), this),
					fromModel: isTool(this.getNode()),
				});
			const form = () => formOf(index);
			const item = body instanceof FailureError ? body : { context: this, index, run, body, form };
			const items = await resolveNames(operation, run, [itemOf(item, run)]);
			results = await perform(operation, run, items);
			run.end();
		} catch (error) {
			results = [{ error: error as Error }];
		}
		return await linked(this, results, { indexOf: () => index, formOf });
	};
}

/** Failure for Resource or Operation as an expression. n8n compares the unevaluated text and finds no operation. */
export async function refuseExpression(this: IExecutePaginationFunctions): Promise<never> {
	throw nodeError(this.getNode(), {
		message: "'Resource' and 'Operation' cannot be expressions",
		description:
			'Nothing was sent. Choose both in the node. To choose at run time, use a Switch node before several Svc nodes.',
	});
}

function inputsOfRun(functions: IExecuteFunctions): INodeExecutionData[] {
	const items = functions.getInputData();
	// Some versions of n8n pass the arguments of a tool on a connection of type AiTool
	return items.length > 0 ? items : functions.getInputData(0, NodeConnectionTypes.AiTool);
}

async function runAll(
	operation: Operation,
	functions: IExecuteFunctions,
	size: number,
): Promise<INodeExecutionData[]> {
	const node = functions.getNode();
	const options = functions.getNodeParameter('requestOptions', 0, {}) as IDataObject;
	const { http, batches } = requestOptionsOf(options);
	const connection = await connect(functions, http);
	const credential = await functions.getCredentials('svcApi', 0);
	connection.options.allowedDomains ??= allowedDomainsOf(connection, credential);
	const run = new Run(functions, connection, { size, single: isTool(node) });
	const parameters = new RunParameters(functions, node);
	const formOf = formsOf(operation, functions, (i) => parameters.of(i));
	const read = await readAll(operation, { run, parameters, formOf });
	const items = await resolveNames(operation, run, read);
	if (run.stopped) {
		const failed = items.findIndex((item) => item instanceof FailureError);
		throw nodeError(node, failureOf(items[failed]), failed);
	}
	const groups = batches ? chunksOf(items, batches.size) : [items];
	const results: Result[] = [];
	for (const [i, group] of groups.entries()) {
		if (i > 0) await wait(batches!.interval, () => run.halted);
		for (const result of await perform(operation, run, group)) results.push(result);
	}
	run.end();
	return await linked(functions, results, { indexOf: (i) => i, formOf });
}

/** Reads and checks the parameters of all items. With On Error = stop, an invalid item ends the node. */
async function readAll(
	operation: Operation,
	{ run, parameters, formOf }: { run: Run; parameters: RunParameters; formOf: FormOf },
): Promise<ReadItem[]> {
	const all = inputsOf(operation.fields);
	const spec = { ...operation, all, inputs: parameters.shown(all) };
	const settings = settingsOf(operation.fields);
	const how = {
		zone: run.functions.getTimezone(),
		fixed: new Map<Input, Read>(),
		isFixed: ({ parameter }: Input) => !parameters.varies(parameter),
	};
	const pace = new Pace();
	const items: ReadItem[] = [];
	for (let index = 0; index < run.scope.size; index++) {
		if (pace.isDue) await pace.yield();
		const context = parameters.of(index);
		let body: IDataObject | FailureError;
		try {
			body =
				checkSettings(settings, parameters.node.parameters, context, {
					fromModel: run.scope.single,
				}) ??
				readParameters(spec, parameters.bodyOf(spec.inputs, index), {
					...how,
					ignoreEmptyFilters: ignoresEmptyFilters(parameters.node, context),
					fromModel: run.scope.single,
				});
		} catch (error) {
			body = new FailureError(failureOf(error));
		}
		if (body instanceof FailureError) run.fail();
		if (body instanceof FailureError && run.stopped) {
			throw nodeError(parameters.node, body.failure, index);
		}
		const form = () => formOf(index);
		items.push(
			itemOf(body instanceof FailureError ? body : { context, index, run, body, form }, run),
		);
	}
	return items;
}

/**
 * The request fields from n8n's routing, with the stored values of locators: the routing keeps only the value of a
 * locator, not its mode.
 */
function withChoices(context: Parameters, inputs: Input[], sent: unknown): unknown {
	const body = { ...(sent as IDataObject) };
	for (const { path, parameter, field } of inputs) {
		if (field.type !== 'resourceLocator' || !has(body, path)) continue;
		put(
			body,
			path,
			evaluated(field, () => context.getNodeParameter(parameter)),
		);
	}
	return body;
}

/** The items with identifiers in place of names. Names of all items are looked up together. */
async function resolveNames(
	{ fields, endpoint }: Operation,
	run: Run,
	items: ReadItem[],
): Promise<ReadItem[]> {
	if (!inputsOf(fields).some(({ field }) => locatorIn(field)?.lookup)) return items;
	const ready = items.filter((item): item is InputItem => !(item instanceof Error));
	if (!ready.some(({ body }) => holdsNames(body))) return items;
	const exact = endpoint.repeat !== undefined;
	const writes = exact && ready.some(({ context }) => !isPreview(endpoint, context));
	const known = writes ? (await Journal.of(run)).names : undefined;
	const bodies = await withoutNames(
		ready.map(({ body }) => body),
		{ send: run.send, exact, known },
	);
	const resolved = bodies.values();
	return items.map((item) => {
		if (item instanceof Error) return item;
		const body = resolved.next().value!;
		if (!(body instanceof Error)) return { ...item, body };
		if (!(body instanceof HaltedError)) run.fail();
		return body;
	});
}

/** True if filters without a value are ignored: by option, and always for tools, since AI models leave values empty. */
function ignoresEmptyFilters(node: INode, context: Parameters): boolean {
	return isTool(node) || isOn(context, IGNORE_EMPTY_FILTERS, false);
}

function itemOf(item: Omit<InputItem, 'send' | 'hint'> | FailureError, run: Run): ReadItem {
	if (item instanceof FailureError) {
		run.fail();
		return item;
	}
	return { ...item, send: run.send, hint: (text) => run.hint(text) };
}

/** True for an item of a write that is only to be shown as the requests that it means. */
function isPreview({ preview }: Endpoint, context: Parameters): boolean {
	return preview !== undefined && validatesOnly(context);
}

/** Sends the requests of all items that were read. A defect in an endpoint fails its items, not the run. */
async function perform(operation: Operation, run: Run, items: ReadItem[]): Promise<Result[]> {
	const { endpoint, fields } = operation;
	const ready = items.filter((item): item is InputItem => !(item instanceof Error));
	const [shown, sent]: InputItem[][] = [[], []];
	for (const item of ready) (isPreview(endpoint, item.context) ? shown : sent).push(item);
	const results = new Map([
		...(await resultsOf(endpoint.preview!, operation, run, shown)),
		...(await resultsOf(endpoint, operation, run, sent)),
	]);
	return items.map((item): Result => {
		const result = item instanceof Error ? { error: item } : results.get(item)!;
		if (!('error' in result)) return result;
		return { error: errorInFormWords(fields, result.error) };
	});
}

/** The results of the items. A bug of our own fails the items, with On Error = continue too. */
async function resultsOf(
	endpoint: NonNullable<Endpoint['preview']>,
	{ routing }: Operation,
	run: Run,
	items: InputItem[],
): Promise<Array<[InputItem, Result]>> {
	if (items.length === 0) return [];
	const results = await endpoint(items, routing.request.url).catch((error: Error) => {
		run.fail();
		return items.map((): Result => ({ error }));
	});
	return items.map((item, i) => [item, results[i]]);
}

/** The form of the rows of an input item. */
type FormOf = (index: number) => Form;

/** The form of the rows of each input item: simplified unless its user has turned that off. */
function formsOf(
	operation: Operation,
	functions: NodeFunctions,
	contextOf: (index: number) => Parameters,
): FormOf {
	const { output } = operation;
	const raw = rawForm(operation);
	const iso = isoTimeIn(functions.getTimezone());
	const simplified = output && {
		...raw,
		of: (row: IDataObject) => simplify(row, output, iso),
		outcome: (json: IDataObject) => simplify(json, omit(output, 'always'), iso),
		first: output.first,
	};
	const formOf = (context: Parameters): Form => {
		if (!simplified || isPreview(operation.endpoint, context)) return raw;
		switch (context.getNodeParameter(TOOL_OUTPUT, '')) {
			case 'raw':
				return raw;
			case 'selected':
				return selected(simplified, context.getNodeParameter(OUTPUT_FIELDS, ''), operation);
			default:
				return isOn(context, 'simplify', true) ? simplified : raw;
		}
	};
	const isForModel = isTool(functions.getNode());
	return (index) => {
		const context = contextOf(index);
		const form = formOf(context);
		return isForModel ? { ...form, fitted: (rows) => withinCharacters(rows, context) } : form;
	};
}

/**
 * The form with only these fields; with all where none are named. Rows with none of them are a failure, but not those of
 * a write, which has already changed something: they have all fields.
 */
function selected(form: Form, names: unknown, { endpoint, output }: Operation): Form {
	const listed = entries(names);
	const wanted = listed instanceof Flaw ? [] : listed.map(String);
	if (wanted.length === 0) return form;
	const hasAny = (whole: IDataObject) => wanted.some((name) => Object.hasOwn(whole, name));
	const isWrite = endpoint.repeat !== undefined;
	const of = (row: IDataObject) => {
		const whole = form.of(row);
		if (isWrite && !hasAny(whole)) return whole;
		return Object.fromEntries(
			wanted.filter((name) => Object.hasOwn(whole, name)).map((name) => [name, whole[name]]),
		);
	};
	const flaw = (rows: IDataObject[]) => {
		const known = new Set(fieldNamesOf(output));
		if (isWrite || rows.length === 0 || wanted.some((name) => known.has(name))) return undefined;
		const all = rows.map((row) => form.of(row));
		return all.some(hasAny) ? undefined : noSuchFields(wanted, all);
	};
	return { ...form, of, flaw, first: wanted };
}

/** Fields that the simplified form names; rows can have more. */
function fieldNamesOf({ first = [], always = [] }: Partial<Output> = {}): string[] {
	return [...first, ...always];
}

function noSuchFields(wanted: string[], rows: IDataObject[]): FailureError {
	const there = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	return new FailureError({
		message: `'Fields to Return' names no field of the result: ${wanted.join(', ')}`,
		description: `The result has these fields: ${there.join(', ')}.`,
	});
}

function rawForm({ action }: Operation): Form {
	return { of: (row) => row, outcome: (json) => json, first: [], action };
}

/** Output items, linked to their input items. With On Error = stop, throws the first failure. */
async function linked(
	functions: NodeFunctions,
	results: Result[],
	{ indexOf, formOf }: { indexOf: (position: number) => number; formOf: FormOf },
): Promise<INodeExecutionData[]> {
	const node = functions.getNode();
	const continues = functions.continueOnFail();
	const pace = new Pace();
	const output: INodeExecutionData[] = [];
	for (const [position, result] of results.entries()) {
		const item = indexOf(position);
		const form = 'rows' in result ? formOf(position) : undefined;
		const first = output.length;
		for (const row of rowsOf(result, form)) {
			if (pace.isDue) await pace.yield();
			if (row instanceof FailureError) {
				const error = nodeError(node, row.failure, item);
				if (!continues) throw error;
				output.push(failedItem(error, item, node.onError));
			} else if (row instanceof WithFiles) {
				const json = row.isFinal ? row.json : form!.of(row.json);
				output.push({ json, binary: row.binary, pairedItem: { item } });
			} else if (row instanceof Outcome) {
				output.push({ json: form!.outcome(row.json), pairedItem: { item } });
			} else output.push({ json: form!.of(row), pairedItem: { item } });
		}
		if (!form?.fitted) continue;
		const rows = output.splice(first).map(({ json }) => json);
		for (const json of form.fitted(rows)) output.push({ json, pairedItem: { item } });
	}
	return node.onError === 'continueErrorOutput' ? cheapToShift(output) : output;
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
function rowsOf(result: Result, form?: Form): Row[] {
	if ('rows' in result) {
		const flaw = form?.flaw?.(result.rows.filter(isObjectRow));
		return flaw ? [flaw] : result.rows;
	}
	if (result.error instanceof HaltedError) return [];
	return [new FailureError(failureOf(result.error))];
}

function isObjectRow(row: Row): row is IDataObject {
	return !(row instanceof FailureError || row instanceof WithFiles || row instanceof Outcome);
}

/** Error that ends the node. Errors of n8n are not changed. */
function toNodeError(functions: NodeFunctions, error: unknown): Error {
	const node = functions.getNode();
	const own = error instanceof FailureError || isDefect(error);
	const told = own ? nodeError(node, failureOf(error)) : (error as Error);
	return isTool(node) && told instanceof NodeApiError ? inOneMessage(told) : told;
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
