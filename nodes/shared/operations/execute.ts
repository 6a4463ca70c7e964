import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeConnectionTypes } from 'n8n-workflow';

import { chunksOf } from '../api/batchItems';
import { tryTo } from '../api/answer';
import type { Parameters } from '../api/reading';
import {
	errorOf,
	FailureError,
	failureOf,
	HaltedError,
	isDefect,
	nodeError,
} from '../errors/failure';
import type { Field } from '../form/field';
import { errorInFormWords } from '../values/formWords';
import { isEmpty } from '../values/converters';
import { withoutNames } from '../values/names';
import { settle } from '../values/openChoices';
import type { Input, RawValues, Setting } from '../values/inputs';
import { type Purpose, withoutValue } from '../values/emptyValues';
import { readParameters, type Conversion } from '../values/readParameters';
import {
	checkSettings,
	has,
	isByExpression,
	RunParameters,
	settingsPerItem,
} from '../values/runParameters';
import { connect } from '../transport/connection';
import { wait } from '../wait';
import { workflow, type Caller, type Callers, type ItemReader } from './caller';
import type { Endpoint, InputItem, ReadItem, Result } from './endpoint';
import { formsOf } from './formOf';
import { linkItems, joinResults } from './linkedItems';
import type { CompiledOperation, Operation } from './operation';
import { refusalOfAll } from './refusalOfAll';
import { Pace } from '../pace';
import { allowedDomainsOf, requestOptionsOf, Run, type NodeFunctions } from './run';
import type { Settings } from './settings';
import { Memory } from './writes/memory';
import { withProgress } from './writes/progress';
import { zoneHint } from './zoneHint';

/** Function that n8n calls for an operation of a node, once for all input items. */
export type CustomOperation = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/**
 * Runs an operation for all input items: reads and checks parameters, sends requests, and links the rows to their input
 * items.
 *
 * A failure ends the node. With On Error = continue, it becomes an item with the keys `error` and `details`, linked to
 * its input item. In that mode nothing is thrown, since n8n would send the input items to the success output.
 */
export function customOperation(operation: CompiledOperation, callers: Callers): CustomOperation {
	return async function () {
		const items = inputsOfRun(this);
		const caller = callers.of(this.getNode()) ?? workflow;
		try {
			return [await runAll({ operation, caller }, this, items.length)];
		} catch (error) {
			return [await failItems(this, error, { caller, size: items.length })];
		}
	};
}

function inputsOfRun(functions: IExecuteFunctions): INodeExecutionData[] {
	const items = functions.getInputData();
	// Some versions of n8n pass the item of a single call on this connection
	return items.length > 0 ? items : functions.getInputData(0, NodeConnectionTypes.AiTool);
}

async function runAll(
	{ operation, caller }: Pick<ItemReading, 'operation' | 'caller'>,
	functions: IExecuteFunctions,
	size: number,
): Promise<INodeExecutionData[]> {
	const node = functions.getNode();
	const options: IDataObject = Object(functions.getNodeParameter('requestOptions', 0, {}));
	const { http, batches } = requestOptionsOf(options);
	const connection = await connect(functions, http);
	const credential = await functions.getCredentials('svcApi', 0);
	connection.options.allowedDomains ??= allowedDomainsOf(connection, credential);
	const run = new Run(functions, connection, { size, single: !caller.namesItems }, caller);
	let items = await readItems({ operation, caller, run }, new RunParameters(functions, node));
	if (run.stopped) throw refusalOfAll(run, operation, items);
	items = await resolveNames(operation, run, items);
	if (run.stopped) throw refusalOfAll(run, operation, items);
	const groups = batches ? chunksOf(items, batches.size) : [items];
	let results: Result[] = [];
	for (const [i, group] of groups.entries()) {
		if (i > 0) await wait(batches!.interval, () => run.halted);
		for (const result of await perform(operation, run, group)) results.push(result);
	}
	if (operation.endpoint.preview) results = withProgress(run, items, results);
	// A call may name several objects, which have one output
	if (items.length > size) results = [joinResults(results)];
	const hints = run.hintRows;
	run.end();
	return await linkItems(functions, results, { caller, items, hints });
}

/** Reads and checks the parameters of all items. */
async function readItems(
	of: Pick<ItemReading, 'operation' | 'caller' | 'run'>,
	parameters: RunParameters,
): Promise<ReadItem[]> {
	const { operation, caller, run } = of;
	const { parametersOf = (all) => all } = caller;
	const inputs = parameters.shown(operation.inputs);
	// Days depend on the time zone of the item
	const isFixed = ({ parameter, field }: Input) =>
		!field.limits?.day && !field.limits?.together && !parameters.varies(parameter);
	const empty = new Map<string, number>();
	const onEmpty = ({ displayName }: Field) =>
		empty.set(displayName, (empty.get(displayName) ?? 0) + 1);
	const fixed = new Map(inputs.filter(isFixed).map((input) => [input, undefined]));
	const choices = operation.choices.filter(({ name }) => parameters.varies(name));
	const settings = settingsPerItem(operation.settings, parameters);
	const { parameters: stored } = parameters.node;
	const varies = ({ parameter }: Setting) => isByExpression(stored, parameter);
	const how = { fixed, varies, onEmpty, purpose: purposeOf(operation.endpoint) };
	const readItem = itemReader({ ...of, ...how, settings, inputs, choices });
	const pace = new Pace();
	const items: ReadItem[] = [];
	for (let index = 0; index < run.scope.size; index++) {
		if (index > 0 && pace.isDue) await pace.yield();
		const stored = parameters.of(index);
		const item = {
			index,
			parameters: parametersOf(stored, operation),
			collect: () => parameters.valuesOf(inputs, stored),
		};
		items.push(...(caller.itemsOf?.(readItem, item) ?? [readItem(item)]));
	}
	if (!run.scope.single)
		for (const [name, count] of empty) run.hint(emptyWords(name, count, run.scope.size));
	return items;
}

/** Purpose of the request fields of an operation. */
export function purposeOf({ preview, creates }: Endpoint): Purpose {
	if (!preview) return 'select';
	return creates ? 'create' : 'change';
}

/** Hint for an optional field without a value. Empty cells are usual, an empty column is a mistake. */
function emptyWords(name: string, count: number, size: number): string {
	return count === size
		? `'${name}' was empty for all items. Is the name of the column right?`
		: `'${name}' was empty for ${count} of ${size} items.`;
}

/** Rules and state by which the items of a run are read. */
export interface ItemReading extends Pick<Conversion, 'fixed' | 'varies' | 'onEmpty'> {
	operation: CompiledOperation;
	/** Settings to check for each item */
	settings: Setting[];
	/** Purpose of its request fields */
	purpose: Purpose;
	caller: Caller;
	run: Run;
	/** Inputs that the user sees */
	inputs: Input[];
	/** Choices by expression on which other fields depend */
	choices: Field[];
}

export function itemReader(reading: ItemReading): ItemReader {
	const { operation, caller, run, fixed, varies, onEmpty } = reading;
	const { parameters: stored } = run.functions.getNode();
	const zone = run.functions.getTimezone();
	const formOf = formsOf(operation, caller, zone);
	const isKeyed = has(stored, ['options', 'writeOncePer']);
	const { per = [] } = operation.endpoint;
	const onPeriod = zoneHint(run);
	return ({ index, parameters, collect }) => {
		const settings = operation.settingsOf(parameters);
		const foundAt = isKeyed ? run.foundAt(index) : undefined;
		const notes: IDataObject = {};
		const { takesDefaults } = caller;
		const fields: IDataObject = {};
		const read = { foundAt, notes, takesDefaults, onEmpty, onPeriod, fields };
		const how = { settings, zone, fixed, varies, ignored: new Set<string>(), ...read };
		const body = readBody(reading, { stored, parameters, collect }, how);
		const once = () => fields.idempotency_key ?? String(tryTo(() => settings.writeOncePer ?? ''));
		const intent = isKeyed ? JSON.stringify([once(), per.map((name) => fields[name])]) : '';
		if (body instanceof FailureError) {
			run.fail();
			run.skip({ intent, index });
			return body;
		}
		const { send } = run;
		const { readList } = caller;
		const hint = (text: string) => run.hint(text);
		const form = () => formOf(settings);
		const own = { operation, settings, index, body, foundAt, intent, notes };
		return { ...own, run, form, readList, send, hint };
	};
}

/** The request fields of an item, checked and converted. `stored` are its parameters with unevaluated expressions. */
function readBody(
	{ operation, settings, purpose, inputs: shown, choices, caller }: ItemReading,
	item: { stored: IDataObject; parameters: Parameters; collect: () => RawValues },
	how: Conversion & { settings: Settings },
): IDataObject | FailureError {
	const { stored, parameters, collect } = item;
	try {
		const checked = caller.settingsIn?.(settings, parameters) ?? settings;
		const whenEmpty = (setting: Setting) =>
			withoutValue(setting, purpose, {
				...how,
				ignoreEmptyFilters: how.settings.ignoreEmptyFilters,
			});
		const flaw = checkSettings(checked, stored, parameters, { open: choices, whenEmpty });
		if (flaw) return flaw;
		const collected = collect();
		const raw = caller.valuesOf?.(collected) ?? collected;
		const { ignoreEmptyFilters } = how.settings;
		let inputs = shown;
		for (const field of choices) {
			const read = () => parameters.getNodeParameter(field.name);
			const hasDefault = caller.takesDefaults === true || ignoreEmptyFilters === true;
			if (ignoreEmptyFilters && isEmpty(read())) how.ignored?.add(field.name);
			const settled = settle({ field, read, purpose, hasDefault }, inputs, raw);
			if (settled instanceof FailureError) return settled;
			inputs = settled;
		}
		const spec = { ...operation, all: operation.inputs, inputs, purposeOf: () => purpose };
		return readParameters(spec, raw, { ...how, ignoreEmptyFilters });
	} catch (error) {
		return new FailureError(failureOf(error));
	}
}

/** The items with identifiers in place of names. Names of all items are looked up together. */
export async function resolveNames(
	{ hasNames, endpoint }: CompiledOperation,
	run: Run,
	items: ReadItem[],
): Promise<ReadItem[]> {
	if (!hasNames) return items;
	const ready = items.filter((item): item is InputItem => !(item instanceof Error));
	const known = async () => {
		const writes = endpoint.repeat && ready.some(({ settings }) => !settings.validateOnly);
		return writes ? (await Memory.of(run)).names : undefined;
	};
	const named = ready.map(({ body }) => body);
	const bodies = await withoutNames(named, { send: run.send, known });
	const resolved = bodies.values();
	return items.map((item) => {
		if (item instanceof Error) return item;
		const body = resolved.next().value!;
		if (!(body instanceof Error)) return body === item.body ? item : { ...item, body };
		if (!(body instanceof HaltedError)) run.fail();
		run.skip(item);
		return body;
	});
}

/** Sends the requests of all items that were read. A defect in an endpoint fails its items, not the run. */
export async function perform(
	operation: Operation,
	run: Run,
	items: ReadItem[],
): Promise<Result[]> {
	const { endpoint, fields } = operation;
	const ready = items.filter((item): item is InputItem => !(item instanceof Error));
	const [shown, sent]: InputItem[][] = [[], []];
	for (const item of ready) (item.settings.validateOnly ? shown : sent).push(item);
	const results = new Map([
		...(await resultsOf(endpoint.preview!, operation, run, shown)),
		...(await resultsOf(endpoint, operation, run, sent)),
	]);
	return items.map((item): Result => {
		const result = item instanceof Error ? { error: item } : results.get(item)!;
		if (!('error' in result)) return result;
		return { error: errorInFormWords(fields, result.error, run.caller.wordsOf) };
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

/** The items of a run that failed as a whole. With On Error = stop, throws its error, which belongs to none of them. */
export async function failItems(
	functions: NodeFunctions,
	thrown: unknown,
	{ size, ...how }: { caller: Caller; first?: number; count?: number; size: number },
): Promise<INodeExecutionData[]> {
	if (!functions.continueOnFail()) throw toNodeError(functions, how.caller, thrown);
	const results = Array.from({ length: size }, (): Result => ({ error: errorOf(thrown) }));
	return await linkItems(functions, results, how);
}

/** Error that ends the node. Errors of n8n are not changed. */
function toNodeError(functions: NodeFunctions, caller: Caller, error: unknown): Error {
	const own = error instanceof FailureError || isDefect(error);
	const told = own ? nodeError(functions.getNode(), failureOf(error)) : errorOf(error);
	return told instanceof NodeApiError ? (caller.errorOf?.(told) ?? told) : told;
}
