import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	NodeApiError,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { type Conversion, readParameters } from '../values/readParameters';
import { type NodeFunctions, Run } from './run';
import { chunksOf } from '../api/batchItems';
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
import { inputsFor } from '../values/openChoices';
import type { Input } from '../values/inputs';
import { ignoresEmptyFilters, type Purpose } from '../values/emptyValues';
import { has, isByExpression, RunParameters } from '../values/runParameters';
import { connect, allowedDomainsOf, requestOptionsOf } from '../transport/connection';
import { wait, Pace } from '../wait';
import {
	workflow,
	type Caller,
	type Callers,
	type ItemReader,
	type ItemValues,
	formsOf,
} from './caller';
import type { Endpoint, InputItem, ReadItem, Result, Settings } from './endpoint';
import { linkItems, joinResults } from './linkedItems';
import type { CompiledOperation, Operation } from './operation';
import { refusalOfAll } from './refusalOfAll';
import { Memory } from './writes/memory';
import { withProgress } from './writes/progress';

/** Function that n8n calls for an operation of a node, once for all input items. */
export type CustomOperation = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/**
 * Runs an operation for all input items: reads and checks parameters, sends requests, and links the rows to their input
 * items.
 *
 * A failure ends the node. With On Error = continue, it becomes an item with the keys `error` and `details`, linked to
 * its input item. In that mode nothing is thrown, since n8n would send the input items to the success output (n8n 2.41,
 * n8n-core/execution-engine/workflow-execute.ts).
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
	// Some versions of n8n pass the item of a single call on this connection (n8n 2.41,
	// n8n-core/execution-engine/routing-node.ts reads both)
	return items.length > 0 ? items : functions.getInputData(0, NodeConnectionTypes.AiTool);
}

async function runAll(
	{ operation, caller }: Pick<ItemReading, 'operation' | 'caller'>,
	functions: IExecuteFunctions,
	size: number,
): Promise<INodeExecutionData[]> {
	const node = functions.getNode();
	if (operation.endpoint.waits) refuseToWait(caller, size);
	const options: IDataObject = Object(functions.getNodeParameter('requestOptions', 0, {}));
	const { http, batches } = requestOptionsOf(options);
	const connection = await connect(functions, http);
	const credential = await functions.getCredentials('svcApi', 0);
	connection.options.allowedDomains ??= allowedDomainsOf(connection, credential);
	const run = new Run(functions, connection, { size, single: !caller.namesItems }, caller);
	let items = await readItems({ operation, caller, run }, new RunParameters(functions, node));
	if (run.stopped) throw refusalOfAll(run, operation, items);
	items = withoutRefused(operation, await lookUpNames(operation, run, items));
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

/**
 * Throws for a run that cannot wait: n8n keeps one wait for all items of a run (n8n 2.41,
 * n8n-core/execution-engine/node-execution-context/base-execute-context.ts), and callers other than workflows want an answer
 * now.
 */
export function refuseToWait(caller: Caller, size: number): void {
	if (caller !== workflow)
		throw new FailureError({
			message: 'Only a workflow can wait for a response',
			description: 'Choose an operation that sends without waiting.',
			unsent: 'all',
		});
	if (size > 1)
		throw new FailureError({
			message: `A run of this node waits for one response, and there are ${size} input items`,
			description:
				"Turn on 'Execute Once' in the settings of the node to ask once, with the values of the first item, or put a Loop Over Items node before it to ask for one after the other.",
			unsent: 'all',
		});
}

/** Reads and checks the parameters of all items. `first` is the index of the first one. */
export async function readItems(
	of: Pick<ItemReading, 'operation' | 'caller' | 'run'>,
	parameters: RunParameters,
	first = 0,
): Promise<ReadItem[]> {
	const { operation, caller, run } = of;
	const inputs = parameters.shown(operation.inputs);
	const settings = parameters.shown(operation.settings);
	const all = [...inputs, ...settings];
	// Days depend on the time zone of the item
	const isFixed = ({ parameter, field }: Input) =>
		!field.limits?.day && !field.limits?.together && !parameters.varies(parameter);
	const empty = new Map<string, number>();
	const onEmpty = ({ displayName }: Field) =>
		empty.set(displayName, (empty.get(displayName) ?? 0) + 1);
	const fixed = new Map(all.filter(isFixed).map((input) => [input, undefined]));
	const choices = all.filter(
		({ field }) => operation.choices.includes(field) && parameters.varies(field.name),
	);
	const { parameters: stored } = parameters.node;
	const varies = ({ parameter }: Input) => isByExpression(stored, parameter);
	const readItem = itemReader({ ...of, fixed, varies, onEmpty, inputs, choices });
	const pace = new Pace();
	const items: ReadItem[] = [];
	for (let index = first; index < first + run.scope.size; index++) {
		if (index > first && pace.isDue) await pace.yield();
		const given = parameters.of(index);
		const item = {
			index,
			collectSettings: () => parameters.valuesOf(settings, given),
			collect: () => parameters.valuesOf(inputs, given),
		};
		items.push(...(caller.itemsOf?.(readItem, item) ?? [readItem(item)]));
	}
	if (!run.scope.single)
		for (const [name, count] of empty) run.hint(emptyWords(name, count, run.scope.size));
	return items;
}

/** Purpose of the request fields of an operation. */
function purposeOf({ preview, creates }: Endpoint): Purpose {
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
interface ItemReading extends Pick<Conversion, 'fixed' | 'varies' | 'onEmpty'> {
	operation: CompiledOperation;
	caller: Caller;
	run: Run;
	/** Inputs that the user sees */
	inputs: Input[];
	/** Choices by expression on which other fields depend */
	choices: Input[];
}

function itemReader(reading: ItemReading): ItemReader {
	const { operation, caller, run, fixed, varies, onEmpty } = reading;
	const { parameters: stored } = run.functions.getNode();
	const zone = run.functions.getTimezone();
	const formOf = formsOf(operation, caller, zone);
	const isKeyed = has(stored, ['options', 'writeOncePer']);
	const onPeriod = zoneHint(run);
	return (item) => {
		const { index } = item;
		const settings: Settings & IDataObject = {};
		const foundAt = isKeyed ? run.foundAt(index) : undefined;
		const notes: IDataObject = {};
		const { takesDefaults } = caller;
		const read = { foundAt, notes, takesDefaults, onEmpty, onPeriod };
		const how = { settings, zone, fixed, varies, stored, ignored: new Set<string>(), ...read };
		const body = readBody(reading, item, how);
		if (body instanceof FailureError) {
			run.fail();
			return body;
		}
		const { send } = run;
		const { readList } = caller;
		const form = () => formOf(settings);
		const own = { operation, settings, index, body, foundAt, notes };
		return { ...own, run, form, readList, send };
	};
}

/** The request fields of an item, checked and converted. Its settings are read before, since they say how. */
function readBody(
	{ operation, inputs: shown, choices, caller }: ItemReading,
	{ collectSettings, collect }: ItemValues,
	how: Conversion & { settings: Settings & IDataObject },
): IDataObject | FailureError {
	const { valuesOf = (raw) => raw } = caller;
	const purpose = purposeOf(operation.endpoint);
	try {
		const rawSettings = valuesOf(collectSettings());
		const ignoreEmptyFilters = ignoresEmptyFilters(rawSettings);
		// What is meant by a choice without a value, the fields that depend on it can tell
		const isOpen = (input: Input) => choices.includes(input) && isEmpty(rawSettings.get(input));
		const read = readParameters(
			{
				inputs: [...rawSettings.keys()].filter((input) => !isOpen(input)),
				purposeOf: ({ collection }) => (collection === 'filters' ? purpose : 'set'),
			},
			rawSettings,
			{ ...how, ignoreEmptyFilters },
		);
		if (read instanceof FailureError) return read;
		Object.assign(how.settings, read);
		const raw = valuesOf(collect());
		let inputs = shown;
		for (const choice of choices) {
			const { field } = choice;
			const value = rawSettings.get(choice) ?? raw.get(choice);
			const hasDefault = caller.takesDefaults === true || ignoreEmptyFilters;
			if (ignoreEmptyFilters && isEmpty(value)) how.ignored?.add(field.name);
			const chosen = inputsFor({ field, value, purpose, hasDefault }, inputs, raw);
			if (chosen instanceof FailureError) return chosen;
			inputs = chosen;
		}
		const spec = { ...operation, all: operation.inputs, inputs, purposeOf: () => purpose };
		return readParameters(spec, raw, { ...how, ignoreEmptyFilters });
	} catch (error) {
		return new FailureError(failureOf(error));
	}
}

/** The items with identifiers in place of names. Names of all items are looked up together. */
export async function lookUpNames(
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
		if (!(body instanceof Error))
			return body === item.body ? item : { ...item, body, asked: item.body };
		if (!(body instanceof HaltedError)) run.fail();
		return body;
	});
}

/** The items, with failures in place of those that Write Once Per refuses: before the first group of items is sent. */
function withoutRefused({ endpoint }: CompiledOperation, items: ReadItem[]): ReadItem[] {
	const ready = items.filter((item): item is InputItem => !(item instanceof Error));
	const refused = endpoint.refused?.(ready);
	return items.map((item) => refused?.get(item) ?? item);
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

/**
 * The items of a run that failed as a whole. With On Error = stop, throws its error as one of the node. `size` is their
 * number; `first` and `count` are those of linkItems.
 */
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

/** Time zone of an n8n that has no GENERIC_TIMEZONE (n8n 2.41, @n8n/config/configs/generic.config.ts). */
const DEFAULT_ZONE = 'America/New_York';

/**
 * Hints which days a period meant, once a run, if nobody has chosen the time zone: in a run by hand of a workflow without
 * a time zone of its own, where n8n has its default. People elsewhere would get the days of New York without a word.
 */
function zoneHint(run: Run): Conversion['onPeriod'] {
	const { functions, scope } = run;
	if (scope.single || functions.getMode() !== 'manual') return undefined;
	if (functions.getTimezone() !== DEFAULT_ZONE || hasOwnZone(functions)) return undefined;
	let isTold = false;
	return (words, zone) => {
		if (isTold || zone !== DEFAULT_ZONE) return;
		isTold = true;
		run.hint(
			`${words} in the time zone ${zone}, which is n8n's default. To have the days of another time zone, set Timezone in the settings of the workflow.`,
		);
	};
}

/**
 * True if the workflow has a time zone of its own, and in versions of n8n that do not tell (n8n 2.0 has no
 * getWorkflowSettings).
 */
function hasOwnZone(functions: Partial<NodeFunctions>): boolean {
	if (typeof functions.getWorkflowSettings !== 'function') return true;
	return functions.getWorkflowSettings().timezone !== undefined;
}
