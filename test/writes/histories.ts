import type { IDataObject } from 'n8n-workflow';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { runNode } from '../../dev/engine/runNode';

import { FailureError, HaltedError } from '../../nodes/shared/errors/failure';
import { overrideLimits } from '../../dev/limits';
import type { InputItem, Result } from '../../nodes/shared/operations/endpoint';
import { workflow } from '../../nodes/shared/operations/caller';
import { compile } from '../../nodes/shared/operations/operation';
import { Run } from '../../nodes/shared/operations/run';
import { Made } from '../../nodes/shared/rows/row';
import { rawForm } from '../../nodes/shared/rows/rowForm';
import { model } from '../../nodes/shared/tools/model';
import { LIMITERS } from '../../nodes/shared/transport/limiter';
import type { Connection } from '../../nodes/shared/transport/connection';
import { answered, connectionLost } from '../support/withoutNetwork';
import { declaredOf, intervene, KINDS, type Kind } from './kinds';
import { Model, Refused, type Effect } from './model';

/**
 * All short histories of a write: up to three items, two of them for one object, up to three tries, one fault at any
 * request, and one act of a second writer after any request. The real operations and the real transport are played
 * against a model of the service, with a clock that only requests move.
 */
export interface History {
	kind: Kind;
	/** The object of each item */
	on: string[];
	onError: 'stop' | 'continue';
	/** If Rejected = Output Outcome */
	output: boolean;
	retry: Retry;
	/** Requests that the transport tries before it gives up */
	attempts: number;
	faults: Fault[];
	/** What the second writer changes, after a request */
	act?: { at: number; on: string };
}

/**
 * Retry On Fail, "Retry execution", a model that calls a tool again with the same arguments; or, with Write Once Per, the
 * execution started again, twice, without any memory: with the event of the first start, or with one that the trigger
 * emitted again, at another time. The first of several items is not there yet at the first start.
 */
const RETRIES = ['onFail', 'execution', 'call', 'start', 'event'] as const;
type Retry = (typeof RETRIES)[number];

interface Fault {
	kind: keyof typeof FAULTS;
	/** Number of the request */
	at: number;
}

/** What a fault does to a request, and whether the caller can know that nothing was written. */
interface Weather {
	/** Carry out the request */
	works?: true;
	/** The answer tells that nothing was written */
	certain?: true;
	/** Only writes: a read has the same result under another name */
	writes?: true;
	/** Changes an answer */
	answer?: (data: IDataObject, kind: Kind) => unknown;
	/** HTTP status instead of 200; 0 for a lost connection */
	status: number;
	/** An answer as the contract defines it; otherwise a page of a proxy */
	envelope?: true;
	/** The user stops the execution meanwhile */
	stop?: true;
	/** All further requests of this try have the same fate */
	lasts?: true;
}

const FAULTS = {
	lostBefore: { status: 0 },
	lostAfter: { status: 0, works: true, writes: true },
	busy: { status: 429, envelope: true, certain: true },
	gateway: { status: 502 },
	gatewayAfter: { status: 502, works: true, writes: true },
	down: { status: 502, lasts: true },
	refused: { status: 400, envelope: true, certain: true },
	stale: {
		status: 200,
		envelope: true,
		certain: true,
		writes: true,
		answer: ({ items }, { conflict }) => ({
			items: (items as IDataObject[]).map(({ item_id }) => ({
				item_id,
				status: 'rejected',
				...conflict,
			})),
		}),
	},
	lacking: {
		status: 200,
		envelope: true,
		works: true,
		answer: ({ items }) => ({ items: (items as IDataObject[]).slice(1) }),
	},
	unlisted: {
		status: 200,
		envelope: true,
		works: true,
		writes: true,
		answer: ({ items }) => ({
			items: (items as IDataObject[]).map(({ item_id }) => ({ item_id, status: 'scheduled' })),
		}),
	},
	empty: { status: 204, works: true, writes: true },
	redirect: { status: 302, works: true, writes: true },
	missing: { status: 404, works: true },
	stop: { status: 200, envelope: true, works: true, stop: true },
	stopLost: { status: 0, works: true, writes: true, stop: true },
} satisfies Record<string, Weather>;

/** The moment at which every history begins, in Unix milliseconds. */
const EPOCH = Date.UTC(2026, 0, 15, 12);
const MAX_TRIES = 3;

/** Rules of the world that a control run breaks, so that an invariant fails. */
export interface Lawless {
	/** The service looks at no keys, or at no expected values */
	model?: { keys?: boolean; expected?: boolean };
	/** The service says of what it wrote that it was rejected */
	lies?: boolean;
	/** Items are sent in any order */
	disorder?: boolean;
	/** The service says of what it did not write that it was written */
	idle?: boolean;
	/** The service names another object than the one that it has made */
	swaps?: boolean;
	/** The node does not see that the execution was stopped */
	deaf?: boolean;
	/** What lasts, lasts for ever */
	endless?: boolean;
}

/** What a history came to: its number of requests, and what is wrong with it. */
export interface Played {
	history: History;
	requests: number;
	/** Numbers of the requests that were reads */
	reads: Set<number>;
	effects: Effect[];
	flaws: string[];
}

let histories = 0;

/** Plays a history. Date.now is set meanwhile. */
export async function play(history: History, lawless: Lawless = {}): Promise<Played> {
	const { kind, on, onError, retry, attempts } = history;
	const world = new World(history, lawless);
	const restore = overrideLimits({ firstBackoff: 0, maxTries: attempts, maxRefusals: attempts });
	const restoreTime = withClock(() => world.now);
	const id = histories++;
	let context: IDataObject = {};
	try {
		for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
			if (retry === 'execution') context = JSON.parse(JSON.stringify(context)) as IDataObject;
			if (!['onFail', 'execution'].includes(retry)) context = {};
			const execution = retry === 'onFail' ? `${id}` : `${id}.${attempt}`;
			const results = await world.attempt(context, {
				execution,
				account: `account ${id}`,
				attempt,
			});
			world.check(results);
			if (isRestart(history)) continue;
			if (world.stopped) break;
			const failed = results.map((result) => 'error' in result);
			// With On Error = continue n8n tries a node again whose first item is an error
			if (onError === 'stop' ? !failed.includes(true) : !failed[0]) break;
			world.now += 5000;
		}
	} finally {
		restoreTime();
		restore();
	}
	world.checkEnd();
	return {
		history,
		requests: world.model.requests,
		reads: world.reads,
		effects: world.model.effects,
		flaws: [...new Set(world.flaws)].map((flaw) => `${kind.title}, ${on.length} items: ${flaw}`),
	};
}

/**
 * Replaces the clock until the returned function is called: no time limit ends, and errors have no stack, which would take
 * a third of the time of all histories.
 */
function withClock(now: () => number): () => void {
	const { stackTraceLimit } = Error;
	const { now: realNow } = Date;
	const { timeout } = AbortSignal;
	Date.now = now;
	AbortSignal.timeout = () => ENDLESS;
	Error.stackTraceLimit = 0;
	return () => {
		Date.now = realNow;
		AbortSignal.timeout = timeout;
		Error.stackTraceLimit = stackTraceLimit;
	};
}

const ENDLESS = new AbortController().signal;

class World {
	readonly model: Model;
	readonly flaws: string[] = [];
	readonly reads = new Set<number>();
	now = EPOCH;
	stopped = false;
	/** The answer of a write that does not tell whether its items were written: its request, and its items */
	private readonly doubts: Array<{ at: number; items: IDataObject[] }> = [];
	/** Items whose object had the wanted state at some time */
	private readonly held = new Set<number>();
	private signal = new AbortController();
	/** Number of requests before this try */
	private startedAt = 0;
	/** Milliseconds by which the time of the event differs from that of the first start */
	private moved = 0;
	private lasting: Weather | undefined;

	constructor(
		private readonly history: History,
		private readonly lawless: Lawless,
	) {
		this.model = new Model(lawless.model);
	}

	/** One try of the node: the results of its items. */
	async attempt(
		context: IDataObject,
		{ execution, account, attempt }: { execution: string; account: string; attempt: number },
		how?: 'preview',
	): Promise<Result[]> {
		const { kind, on, onError, output, retry } = this.history;
		if (!this.lawless.endless) this.lasting = undefined;
		this.stopped = false;
		this.startedAt = this.model.requests;
		this.signal = new AbortController();
		this.moved = retry === 'event' ? attempt * 1000 : 0;
		const operation = compile(declaredOf(kind).operation);
		const ifRejected = output ? 'output' : 'fail';
		const keepOrder = !this.lawless.disorder;
		const settings = { ...kind.options, ifRejected, keepOrder };
		const functions = {
			continueOnFail: () => onError === 'continue',
			getExecutionCancelSignal: () => (this.lawless.deaf ? undefined : this.signal.signal),
			getExecutionId: () => execution,
			getWorkflowDataProxy: () => ({ $runIndex: 0 }),
			getContext: () => context,
			getNode: () => ({ id: 'node', name: 'Svc', type: retry === 'call' ? 'svcTool' : 'svc' }),
			getWorkflow: () => ({ id: 'workflow' }),
			getInputData: () => on.map(() => ({ json: {} })),
			helpers: {
				httpRequestWithAuthentication: async (_type: string, request: IDataObject) =>
					await this.receive(String(request.url), JSON.parse(String(request.body)) as IDataObject),
			},
		};
		// A new process has a new limiter; another try of n8n's has that of the try before
		if (attempt === 0 || isRestart(this.history)) LIMITERS.clear();
		const connection = {
			functions,
			baseUrl: 'http://127.0.0.1',
			apiKey: 'key',
			user: account,
			place: { queue: 'q', urgent: false },
			options: {},
			sent: { requests: 0, repeats: 0, waited: 0 },
		} as unknown as Connection;
		const single = retry === 'call';
		const caller = single ? model : workflow;
		const run = new Run(functions as never, connection, { size: on.length, single }, caller);
		// One event, and what tells its items apart
		const own = (i: number) => (isRestart(this.history) ? { idempotency_key: `event ${i}` } : {});
		const from = isRestart(this.history) && attempt === 0 && on.length > 1 ? 1 : 0;
		const items = on.slice(from).map((target, at) => {
			const index = at + from;
			const { $body, ...body } = kind.body(index, target);
			return {
				index,
				run,
				body: { ...body, ...own(index) },
				foundAt: EPOCH + this.moved,
				operation,
				form: () => rawForm(),
				settings: { ...settings, body: $body as IDataObject | undefined },
				send: run.send,
				hint: () => {},
			} as InputItem;
		});
		const { endpoint, routing } = operation;
		const perform = how === 'preview' ? endpoint.preview! : endpoint;
		const results = await perform(items, routing.request.url);
		run.end();
		const absent = new FailureError({ message: 'The item is not there yet' });
		return [...on.slice(0, from).map(() => ({ error: absent })), ...results];
	}

	/** A request arrives over HTTP. */
	async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const body = JSON.parse(await text(request)) as IDataObject;
		if (request.url!.endsWith('/profile/get')) {
			const data = { user_ref: 'me' };
			return void response.end(JSON.stringify({ code: 200, message: 'm', request_id: 'r', data }));
		}
		try {
			const answer = await this.receive(request.url!, body);
			response.writeHead(answer.statusCode);
			for await (const chunk of answer.body) response.write(chunk);
			response.end();
		} catch {
			request.socket.destroy();
		}
	}

	/** A request arrives. */
	private async receive(path: string, body: IDataObject): Promise<ReturnType<typeof answered>> {
		const { history, model } = this;
		const at = model.requests++;
		this.now += 10;
		if (this.stopped) this.flaws.push('sent after stop');
		const isWrite = !/(batch-get|list)$/.test(path);
		if (!isWrite) this.reads.add(at);
		const fault = history.faults.find((each) => each.at === at);
		const met: Weather = this.lasting ?? (fault ? FAULTS[fault.kind] : CALM);
		const weather = met.writes && !isWrite ? CALM : met;
		if (weather.lasts) this.lasting = weather;
		if (weather.stop) {
			this.stopped = true;
			this.signal.abort();
		}
		const items = (body.items ?? []) as IDataObject[];
		const certain = weather.certain ?? (weather.status === 200 && !weather.answer);
		if (isWrite && !certain) this.doubts.push({ at, items });
		try {
			return this.answer(weather, path, body);
		} finally {
			this.note();
			if (history.act?.at === at) intervene(history.kind, model, history.act.on);
			this.note();
		}
	}

	private answer(weather: Weather, path: string, body: IDataObject): ReturnType<typeof answered> {
		const { status, works, answer } = weather;
		let data: unknown = body;
		let code = status;
		if ((works ?? weather === CALM) && !(this.lawless.idle && !path.endsWith('get'))) {
			try {
				data = this.model.answer(path, body);
			} catch (error) {
				if (!(error instanceof Refused)) this.flaws.push(String(error));
				code = 400;
			}
		}
		if (status === 0) throw connectionLost();
		if (!weather.envelope) return answered(status, '<html>A proxy</html>');
		if (answer && code === 200) data = answer(data as IDataObject, this.history.kind);
		if (this.lawless.lies && code === 200) data = lie(data as IDataObject);
		if (this.lawless.idle && code === 200) data = boast(data as IDataObject);
		if (this.lawless.swaps && code === 200) data = swap(data as IDataObject);
		return answered(code, JSON.stringify({ code, message: 'm', request_id: 'r', data }));
	}

	/** Compares what the node says of each item with what the service did. */
	check(results: Result[]): void {
		for (const [i, result] of results.entries()) {
			const told = toldBy(result);
			const effects = this.effectsOf(i);
			if (told === 'made' && effects.length === 0 && !this.held.has(i))
				this.flaws.push('said to be made, but was not');
			// Without a memory, only what this start has made can be known
			const own = effects.filter(({ at }) => !isRestart(this.history) || at > this.startedAt);
			if (told === 'not made' && own.length > 0) this.flaws.push('said not to be made, but was');
			if (told === 'made' && 'rows' in result)
				this.checkIdentifier(result.rows[0] as IDataObject, effects);
		}
	}

	private checkIdentifier(row: IDataObject, effects: Effect[]): void {
		const { uid } = this.history.kind;
		if (!uid || row instanceof Made) return;
		if (!effects.some(({ made }) => made === row[uid]))
			this.flaws.push('another object in the row');
	}

	/** Notes which items have what they want, with or without a change of their own. */
	private note(): void {
		const { kind, on } = this.history;
		const { object = (name: string) => name, holds } = kind;
		if (!holds) return;
		for (const [i, name] of on.entries())
			if (holds(this.model.thing(object(name)), i)) this.held.add(i);
	}

	/** The changes of an item that count, if it is complete or `partly` so. */
	private effectsOf(i: number, partly = false): Effect[] {
		const wanted = this.history.kind.changes?.(i);
		const own = this.model.effects.filter(
			({ by, what }) => by === String(i) && (wanted?.includes(what) ?? true),
		);
		return partly || wanted?.every((text) => own.some(({ what }) => what === text)) !== false
			? own
			: [];
	}

	/** Checks what was done in all tries. */
	checkEnd(): void {
		const { history, model, flaws } = this;
		const { kind, on, faults } = history;
		const effects = on.map((_target, i) => this.effectsOf(i));
		const parts = on.map((_target, i) => this.effectsOf(i, true));
		const isTwice = (own: Effect[]) =>
			new Set(own.map(({ what }) => kind.changes && what)).size < own.length;
		if (parts.some((own, i) => isTwice(own) && !this.isBlind(String(i)))) flaws.push('made twice');
		// A second start does not know that an item was refused in the first one, or was not there
		const forgets =
			isRestart(history) && (on.length > 1 || faults.some((fault) => fault.kind === 'refused'));
		if (kind.ordered && !forgets) {
			for (const target of new Set(on)) {
				const places = parts
					.filter((_own, i) => on[i] === target)
					.flatMap((own) => own.map((effect) => model.effects.indexOf(effect)));
				if (places.some((place, i) => place < places[i - 1])) flaws.push('made in another order');
			}
		}
		for (const [i, own] of effects.entries()) {
			for (const effect of own)
				if (this.undoes(String(i), effect) && !this.isBlind(String(i)))
					flaws.push('undid another change');
		}
		const passes =
			faults.length < 2 &&
			history.retry !== 'event' &&
			faults.every(({ kind: fault }) => !('stop' in FAULTS[fault]) && fault !== 'refused');
		if (passes && !history.act && !kind.never && history.onError === 'stop' && !history.output) {
			const lacking = effects.some((own, i) => own.length === 0 && !this.held.has(i));
			if (lacking && !this.lawless.lies) flaws.push('not made although the fault passed');
		}
	}

	/** True if the second writer has changed the object since an unanswered request for the same item. */
	private undoes(item: string, effect: Effect): boolean {
		const { effects } = this.model;
		const place = effects.indexOf(effect);
		return effects
			.slice(0, place)
			.some(
				({ by, on, at }) =>
					by === 'other' &&
					on === effect.on &&
					this.doubts.some((doubt) => doubt.at < at && this.askedIn(doubt, item)),
			);
	}

	private askedIn({ items }: { items: IDataObject[] }, item: string): IDataObject | undefined {
		return items.find(({ item_id }) => item_id === item);
	}

	/** True if the second writer left the object as a request in doubt for the item expected it, or made it. */
	private isBlind(item: string): boolean {
		const { isBlind } = this.history.kind;
		const acts = this.model.effects.filter(({ by }) => by === 'other');
		return acts.some(({ what, at }) =>
			this.doubts.some((doubt) => {
				const asked = doubt.at < at && this.askedIn(doubt, item);
				return asked && isBlind?.(asked, what);
			}),
		);
	}
}

function lie({ items }: IDataObject): IDataObject {
	return {
		items: (items as IDataObject[]).map(({ item_id, ...rest }) => ({
			item_id,
			...(rest.status === 'succeeded' ? { status: 'rejected', reason: 'not_active' } : rest),
		})),
	};
}

function boast({ items = [], ...rest }: IDataObject): IDataObject {
	const made = { status: 'succeeded', record_uid: 'nothing' };
	return {
		...rest,
		items: (items as IDataObject[]).map(({ item_id, ...row }) =>
			item_id ? { item_id, ...made } : row,
		),
	};
}

function swap({ items }: IDataObject): IDataObject {
	const [first, ...others] = items as IDataObject[];
	return { items: [{ ...first, record_uid: 'another' }, ...others] };
}

/** The execution is started again, without any memory. */
function isRestart({ retry }: History): boolean {
	return retry === 'start' || retry === 'event';
}

const CALM: Weather = { status: 200, envelope: true };

/** What the node says of an item. */
function toldBy(result: Result): 'made' | 'not made' | 'in doubt' {
	if ('rows' in result) {
		const [row] = result.rows;
		if (row instanceof FailureError) return toldBy({ error: row });
		const { status, already_written, outcome_unknown } =
			row instanceof Made ? row.json : (row as IDataObject);
		if (outcome_unknown) return 'in doubt';
		if (already_written || !(row instanceof Made)) return 'made';
		return status === 'succeeded' ? 'made' : 'not made';
	}
	const { error } = result;
	const unknown =
		error instanceof FailureError
			? error.failure.outcomeUnknown
			: error instanceof HaltedError && error.outcomeUnknown;
	return unknown ? 'in doubt' : 'not made';
}

/** The ways in which up to three items change up to three objects, at most two of them the same one. */
const PATTERNS = ['a', 'ab', 'aa', 'abc', 'aab', 'aba', 'baa'];

/** All settings of a kind: everything but faults and the second writer. */
export function* settingsOf(kind: Kind): Generator<History> {
	for (const pattern of PATTERNS) {
		const on = [...pattern].map((name) => `${kind.prefix ?? 'thing'}_${name}`);
		const repeats = new Set(on).size < on.length;
		if (repeats && (kind.single ?? !kind.ordered)) continue;
		for (const onError of ['stop', 'continue'] as const)
			for (const output of kind.ifRejected ? [false, true] : [false])
				for (const retry of RETRIES)
					for (const attempts of [1, 2]) {
						// A tool has one item and always fails; a successful execution is not retried
						if (retry === 'call' && (on.length > 1 || onError === 'continue')) continue;
						if (['start', 'event'].includes(retry) && !kind.once) continue;
						if (retry === 'execution' && onError === 'continue') continue;
						if (attempts > 1 && on.length > 2) continue;
						yield { kind, on, onError, output, retry, attempts, faults: [] };
					}
	}
}

/** The faults that a kind can meet at a request. */
function faultsOf(kind: Kind): Array<Fault['kind']> {
	return (Object.keys(FAULTS) as Array<Fault['kind']>).filter(
		(name) =>
			(name !== 'stale' || kind.conflict) &&
			(name !== 'unlisted' || kind.statuses) &&
			(name !== 'lacking' || !kind.never),
	);
}

/**
 * All histories with the settings of `base`, of at most one fault and one act of the second writer. Those that are the same
 * as another one under another name are played once: a fault of writes that a read meets, and an act that no request
 * follows.
 */
export async function* historiesOf(base: History, lawless?: Lawless): AsyncGenerator<Played> {
	const played = async (history: History): Promise<Played> => await play(history, lawless);
	const withActs = async function* (history: History, length: number): AsyncGenerator<Played> {
		if (!history.kind.other) return;
		for (let at = 0; at < length - 1; at++)
			for (const on of new Set(history.on)) yield await played({ ...history, act: { at, on } });
	};
	const calm = await played(base);
	yield calm;
	yield* withActs(base, calm.requests);
	for (let at = 0; at < calm.requests; at++)
		for (const fault of faultsOf(base.kind)) {
			if (calm.reads.has(at) && 'writes' in FAULTS[fault]) continue;
			const faulty = { ...base, faults: [{ kind: fault, at }] };
			const made = await played(faulty);
			yield made;
			yield* withActs(faulty, made.requests);
		}
}

/** A random history beyond the short ones: up to six items, two faults, and a second writer. */
export function randomHistory(random: (below: number) => number): History {
	const pick = <Each>(from: readonly Each[]): Each => from[random(from.length)];
	const kind = pick(KINDS);
	const bases = [...settingsOf(kind)];
	const base = pick(bases);
	const extra = base.retry === 'call' ? 0 : random(4);
	const more = Array.from({ length: extra }, (_, i) =>
		kind.single || !kind.ordered ? `${kind.prefix ?? 'thing'}_${i}` : pick(base.on),
	);
	const on = [...base.on, ...more].slice(0, kind.changes ? 3 : 6);
	const fault = () => ({ kind: pick(faultsOf(kind)), at: random(2 * on.length + 4) });
	const act = kind.other && random(2) ? { at: random(2 * on.length + 4), on: pick(on) } : undefined;
	return { ...base, on, faults: [fault(), fault()], act, attempts: 1 + random(2) };
}

/**
 * Plays a history with Retry On Fail in n8n's own engine, over HTTP. Its changes, to be compared with those of the same
 * history in memory.
 */
export async function playInEngine(history: History): Promise<Effect[]> {
	const { kind, on, onError, output, attempts } = history;
	const world = new World(history, {});
	const server = createServer((request, response) => void world.serve(request, response));
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port } = server.address() as AddressInfo;
	const restore = overrideLimits({ firstBackoff: 0, maxTries: attempts, maxRefusals: attempts });
	LIMITERS.clear();
	const { area, resource, operation } = declaredOf(kind);
	try {
		await runNode({
			node: `svc${area}`,
			parameters: {
				resource: resource.value,
				operation: operation.value,
				...kind.parameters,
				options: { ...kind.options, ...(output && { ifRejected: 'output' }) },
			},
			credential: { baseUrl: `http://127.0.0.1:${port}`, apiKey: `key ${port}` },
			items: on.map((target, i) => kind.body(i, target)),
			settings: {
				retryOnFail: true,
				maxTries: MAX_TRIES,
				waitBetweenTries: 1,
				...(onError === 'continue' && { onError: 'continueRegularOutput' }),
			},
		});
		return world.model.effects;
	} finally {
		restore();
		server.closeAllConnections();
		server.close();
	}
}

/** Plays Validate Only: what was sent that is no read. */
export async function preview(kind: Kind, on: string[]): Promise<number> {
	const history: History = { ...[...settingsOf(kind)][0], on };
	const world = new World(history, {});
	await world.attempt({}, { execution: 'p', account: 'p', attempt: 0 }, 'preview');
	return world.model.writes;
}
