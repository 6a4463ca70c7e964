import { SeenEvents } from '../../nodes/shared/polling/seenEvents';
import { fc, seedOf } from '../support/random';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { randomUUID } from 'node:crypto';

import { overrideLimits } from '../../dev/limits';
import { PAGE_SIZES } from '../../nodes/shared/limits';
import { DAY, HOUR, MINUTE } from '../../nodes/shared/durations';
import { pollNode, type Polled, type TriggerSetup } from '../../dev/engine/pollNode';
import { startService, type Service } from '../../dev/fake-service/index';
import type { Account } from '../../dev/fake-service/account';
import { SIMULATIONS } from '../support/effort';
import { NOTHING } from './emptyService';
import { answered, askWithoutNetwork, connectionLost } from '../support/withoutNetwork';

/** Start time of all tests. */
const EPOCH = Date.UTC(2026, 0, 15, 12);

/** One event of a simulation in the model of the test. */
export interface Fact {
	/** Key of the trigger for the event */
	key: string;
	/** Own time of the event */
	time: number;
	/** Time from which it can be read */
	readable: number;
	/** Time in answers, if it differs */
	shown: number;
	/** True if the event may be missing */
	optional: boolean;
	/** True if the service shows no time */
	timeless: boolean;
	/** True if its time had been read when it became readable */
	late: boolean;
}

/** The world of one simulation: the service's data, its time, and the events so far. */
export class SimulatedWorld {
	readonly facts = new Map<string, Fact>();
	/** Data of the trigger's test */
	readonly notes = new Map<string, unknown>();
	/** Time of the last poll */
	polled = -Infinity;
	private count = 0;

	constructor(
		readonly account: Account,
		readonly service: Service,
	) {}

	get now(): number {
		return this.service.now();
	}

	/** A unique number for an object of this simulation, as text that sorts. */
	next(): string {
		return String(++this.count).padStart(5, '0');
	}

	/** Adds an event that the trigger must find from now on. */
	readable(
		key: string,
		time: number,
		{ shown = time, optional = false, timeless = false } = {},
	): void {
		if (this.facts.has(key)) return;
		const late = time <= this.polled;
		this.facts.set(key, { key, time, shown, readable: this.now, optional, timeless, late });
	}
}

/** Definition of the simulation of one event of a trigger. */
export interface SimulatedTrigger {
	node: string;
	event: string;
	parameters?: INodeParameters;
	/** Lookback window of the event in milliseconds */
	lookback: number;
	/** Maximum Late Arrival Window in minutes; default 30 days */
	longestWindow?: number;
	/** True if the event has Start From */
	starts?: boolean;
	/** Decides if an event must or must not be emitted, if this depends on more than its time */
	promise?: (fact: Fact, now: { activated: number; end: number }) => 'must' | 'may' | 'not';
	/** Removes the data of earlier simulations */
	clear: (account: Account) => void;
	/** Creates an object with an own time of `ago` milliseconds before now; `roll` is a random number */
	happen: (world: SimulatedWorld, ago: number, roll: number) => void;
	/** Changes an existing object */
	change?: (world: SimulatedWorld, roll: number) => void;
	/** Records the state of the world at the activation */
	activate?: (world: SimulatedWorld) => void;
	/** Milliseconds by which an event is emitted before its own time */
	lead?: number;
	/** Filters that are changed in between, the first of them at the activation, and which events they let through */
	filters?: {
		choices: INodeParameters[];
		pass: (key: string, choice: number) => boolean;
		/** True if what earlier filters let through and was not emitted yet is dropped */
		drop?: true;
	};
	/** True for an event of a list that is read as a whole, of which a poll may have no time for all */
	isList?: true;
	/** True for objects that take time, and are selected by any part of it */
	isSpan?: true;
	/** True for an event that waits for its own time, so that wrong dates of answers change what happens */
	waits?: true;
	/** True for a request that is refused while a step says so; `roll` is a random number */
	refuses?: (body: IDataObject, roll: number) => boolean;
	/** True for an event of a request that is refused */
	isRefused?: (key: string, roll: number) => boolean;
	/** Checks the output beyond the promises for all events; `passes` is true for what all filters let through */
	check?: (world: SimulatedWorld, items: IDataObject[], passes: (key: string) => boolean) => void;
}

/** Number of the object of an event, from the event's key. */
export function numberIn(key: string): number {
	return Number(/_(\d{5})/.exec(key)![1]);
}

/** Filters that let through all objects, those with an even number, or those with an odd one. */
export function halves(filterBy: (half: number) => INodeParameters): SimulatedTrigger['filters'] {
	return {
		choices: [{}, ...[0, 1].map((half) => ({ filters: filterBy(half) }))],
		pass: (key, choice) => choice === 0 || numberIn(key) % 2 === choice - 1,
	};
}

type Step =
	| { do: 'happen'; ago: number; roll: number }
	| { do: 'burst'; ago: number; roll: number; size: number }
	| { do: 'change'; roll: number }
	| { do: 'wait'; ms: number }
	| {
			do: 'poll';
			fault?: Fault;
			meanwhile?: { at: number; roll: number };
			kept: boolean;
			brief?: number;
	  }
	| { do: 'overlap' }
	| { do: 'lag' }
	| { do: 'test' }
	| { do: 'clock'; ahead: number }
	| { do: 'header'; ahead: number }
	| { do: 'crash' }
	| { do: 'filter'; choice: number; fault?: Fault; brief?: number }
	| { do: 'rename'; name: string }
	| { do: 'add'; sameId: boolean; name: string }
	| { do: 'remove'; node: number }
	| { do: 'beside'; node: number; fault?: Fault }
	| { do: 'refuse'; roll?: number }
	| { do: 'edit'; maxItems: number; longest: boolean };

interface Fault {
	/** First failing request of the poll */
	at: number;
	/** Number of failing requests; after five the node gives up */
	times: number;
	kind: 'status' | 'before' | 'after' | 'garbage' | 'unauthorized';
}

export interface Simulation {
	paging: 'plain' | 'irregular';
	start: 'now' | 'date' | 'last';
	/** Age of the start date in lookback windows, and number of items */
	since: number;
	count: number;
	maxItems: number;
	/** Milliseconds by which n8n's clock is ahead of the service's at the activation */
	ahead: number;
	/** Milliseconds by which the dates of answers are ahead of the service's clock at the activation */
	header?: number;
	/** Random number of the requests that are refused at the activation */
	refused?: number;
	/** True if n8n loads the workflow for each poll from its stored state */
	forgetful: boolean;
	/** True if the service accepts a cursor only in the poll that was given it */
	forgetsCursors: boolean;
	/** True for a row that is missed between two pages of one poll, as with paging by offset */
	slip?: { poll: number; at: number; row: number };
	/** Most requests of the poll at the activation, if its time does not suffice for all. Steps have it too */
	brief?: number;
	/** True with pages and slices of a few rows, so that there are many of them */
	small?: boolean;
	/** Room for events that count as seen, in bytes, with small pages: late events may be missed, and those without a time */
	room?: number;
	/** Ages of the objects before the activation */
	past: Array<{ ago: number; roll: number }>;
	steps: Step[];
}

/** A trigger node of the workflow, from its activation on. */
interface PolledNode {
	id: string;
	name: string;
	/** Filters that were chosen, and when */
	choices: Choice[];
	startFrom: string;
	activated: number;
	/** What existed at the activation */
	past: Fact[];
	emitted: IDataObject[];
	/** Number of its polls */
	polled: number;
	/** Time of the last poll that read what existed at the activation, which one poll had no time for */
	openAt: number;
	/** Milliseconds around the activation in which nobody can tell what existed */
	doubtful: number;
}

/** Filters of a trigger, and the time in which they were in force: from the end of what the earlier ones have read. */
interface Choice {
	choice: number;
	at: number;
	/** End of what was read when they replaced the earlier ones, and the time of the poll that has noticed them */
	read?: number;
	noticed?: number;
	until?: number;
	/** That time by the dates of answers, which may be wrong */
	told?: number;
}

/** Ages with many equal values: from 0 to 0.95 of the lookback window, on few different values. */
const some = fc.nat(950).map((thousandths) => thousandths / 1000);
const fraction = fc.oneof(fc.constantFrom(0, 0, 0, 0.01, 0.2, 0.5, 0.95), some);
const roll = fc.nat(1_000_000);
const brief = fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined, freq: 3 });
const fault: fc.Arbitrary<Fault> = fc.record({
	at: fc.integer({ min: 0, max: 6 }),
	times: fc.constantFrom(1, 2, 5, 9),
	kind: fc.constantFrom('status', 'before', 'after', 'garbage', 'unauthorized'),
});

/** Milliseconds by which n8n's clock is ahead: it is right, or wrong by up to 56 years. */
const ahead = fc.oneof(
	{ weight: 2, arbitrary: fc.constant(0) },
	{
		weight: 1,
		arbitrary: fc.constantFrom(
			-EPOCH,
			-400 * DAY,
			-25 * HOUR,
			-5 * MINUTE,
			-3_000,
			2_500,
			23 * HOUR,
		),
	},
	{ weight: 1, arbitrary: fc.constantFrom(25 * HOUR, 3 * DAY, 40 * DAY, 400 * DAY) },
);

/** Milliseconds by which the dates of answers are ahead of the service's data: a gateway has a clock of its own. */
const header = fc.constantFrom(
	0,
	0,
	-20 * HOUR,
	-HOUR,
	-3_000,
	3_000,
	15 * MINUTE,
	HOUR,
	20 * HOUR,
);

/** Names of nodes. */
const name = fc.constantFrom('Svc Trigger', 'Svc Trigger1', 'B');

const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 6, arbitrary: fc.record({ do: fc.constant('happen' as const), ago: fraction, roll }) },
	{
		weight: 1,
		arbitrary: fc.record({
			do: fc.constant('burst' as const),
			ago: fraction,
			roll,
			size: fc.integer({ min: 2, max: 70 }),
		}),
	},
	{ weight: 4, arbitrary: fc.record({ do: fc.constant('change' as const), roll }) },
	{
		weight: 4,
		arbitrary: fc.record({
			do: fc.constant('wait' as const),
			ms: fc.constantFrom(1, 1000, MINUTE, MINUTE, 5 * MINUTE, HOUR, 5 * HOUR, 30 * HOUR),
		}),
	},
	{
		weight: 8,
		arbitrary: fc.record({
			do: fc.constant('poll' as const),
			fault: fc.option(fault, { nil: undefined, freq: 3 }),
			meanwhile: fc.option(fc.record({ at: fc.integer({ min: 0, max: 4 }), roll }), {
				nil: undefined,
				freq: 3,
			}),
			kept: fc.boolean(),
			brief,
		}),
	},
	{ weight: 1, arbitrary: fc.constant({ do: 'overlap' as const }) },
	{ weight: 1, arbitrary: fc.constant({ do: 'lag' as const }) },
	{ weight: 1, arbitrary: fc.constant({ do: 'test' as const }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('clock' as const), ahead }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('header' as const), ahead: header }) },
	{ weight: 1, arbitrary: fc.constant({ do: 'crash' as const }) },
	{
		weight: 1,
		arbitrary: fc.record({
			do: fc.constant('filter' as const),
			choice: fc.nat(5),
			fault: fc.option(fault, { nil: undefined, freq: 3 }),
			brief,
		}),
	},
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('rename' as const), name }) },
	{
		weight: 1,
		arbitrary: fc.record({ do: fc.constant('add' as const), sameId: fc.boolean(), name }),
	},
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), node: fc.nat(2) }) },
	{
		weight: 2,
		arbitrary: fc.record({
			do: fc.constant('beside' as const),
			node: fc.nat(2),
			fault: fc.option(fault, { nil: undefined, freq: 3 }),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			do: fc.constant('refuse' as const),
			roll: fc.option(roll, { nil: undefined, freq: 2 }),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			do: fc.constant('edit' as const),
			maxItems: fc.constantFrom(1, 3, 50),
			longest: fc.boolean(),
		}),
	},
);

function simulations(trigger: SimulatedTrigger): fc.Arbitrary<Simulation> {
	return fc.record({
		paging: fc.constantFrom('plain', 'irregular'),
		start: trigger.starts === false ? fc.constant('now') : fc.constantFrom('now', 'date', 'last'),
		since: fc.constantFrom(0, 0.5, 3, 100),
		count: fc.constantFrom(1, 3, 10),
		maxItems: fc.constantFrom(1, 4, 50, 50),
		ahead,
		header,
		refused: fc.option(roll, { nil: undefined, freq: 3 }),
		forgetful: fc.nat(3).map((one) => one === 0),
		forgetsCursors: fc.nat(3).map((one) => one === 0),
		slip: fc.option(
			fc.record({ poll: fc.integer({ min: 1, max: 8 }), at: fc.nat(3), row: fc.nat(9) }),
			{
				nil: undefined,
				freq: 2,
			},
		),
		brief: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined, freq: 2 }),
		small: fc.boolean(),
		// Where there is no room, events that are ahead wait
		room: trigger.lead ? fc.constant(undefined) : fc.constantFrom(undefined, undefined, 60, 200),
		past: fc.array(fc.record({ ago: fc.oneof(fraction, fc.integer({ min: 1, max: 50 })), roll }), {
			maxLength: 12,
		}),
		steps: fc.array(step, { minLength: 3, maxLength: 25 }),
	});
}

/** Runs random simulations through a trigger node, against the fake service. */
class Player {
	private service!: Service;
	private readonly realNow = Date.now;
	/** Milliseconds by which n8n's clock is ahead */
	private ahead = 0;
	/** Milliseconds by which the dates of answers are ahead of the service's clock */
	private header = 0;
	/** True if answers had a wrong date at some time of the simulation */
	private wereDatesWrong = false;
	/** True after a poll with time for few requests */
	private wasBrief = false;
	/** Random number of the requests that are refused, if any are, and all such times so far */
	private refused?: number;
	private refusals: Array<{ roll: number; from: number; to: number }> = [];
	/** True if the service has answered since the clock was changed */
	private told = false;
	/** Number of requests of the current poll */
	private requests = 0;
	private forgetsCursors = false;
	/** The answers of the current poll, whose cursors the service knows */
	private answers = '';
	private fault?: Fault;
	private meanwhile?: { at: number; run: () => void };
	private slip?: { at: number; row: number };
	private violations: string[] = [];
	events = 0;
	polls = 0;
	/** Nodes beside the first one, and polls in which a step of a kind had a part */
	nodes = 0;

	constructor(private readonly trigger: SimulatedTrigger) {}

	async open(): Promise<void> {
		this.service = await startService({ now: EPOCH, size: NOTHING });
		overrideLimits({ firstBackoff: 0 });
		Date.now = () => this.service.now() + this.ahead;
	}

	async close(): Promise<void> {
		Date.now = this.realNow;
		await this.service.close();
	}

	/** Plays one simulation to its end and until nothing more is emitted; throws if a promise is broken. */
	async play(simulation: Simulation): Promise<void> {
		const { room: most, small } = simulation;
		const room = most && { maxSeenBytes: most, maxFirstSeenBytes: most, maxUndated: most / 20 };
		const enlarge = overrideLimits(room || {});
		const restore = small || room ? withSmallPages() : () => {};
		await this.playAll(simulation).finally(() => {
			restore();
			enlarge();
		});
	}

	private async playAll(simulation: Simulation): Promise<void> {
		const { trigger, service } = this;
		const run = randomUUID();
		service.reset();
		service.paging = simulation.paging;
		this.forgetsCursors = simulation.forgetsCursors;
		this.setClock(simulation.ahead);
		const account = service.account('a');
		trigger.clear(account);
		const world = new SimulatedWorld(account, service);
		const happen = (ago: number, roll: number) =>
			trigger.happen(world, Math.floor(ago * trigger.lookback), roll);
		for (const { ago, roll } of simulation.past) happen(ago, roll);
		const activated = service.now();
		trigger.activate?.(world);

		let { maxItems } = simulation;
		let lateArrivalWindow: number | undefined;
		const startDate = activated - Math.floor(simulation.since * trigger.lookback);
		const nodes: PolledNode[] = [];
		const removed: PolledNode[] = [];
		const newNode = (id: string, name: string, startFrom: string): PolledNode => ({
			id,
			name,
			startFrom,
			choices: [{ choice: 0, at: 0 }],
			activated: service.now(),
			past: [...world.facts.values()],
			emitted: [],
			polled: 0,
			openAt: -Infinity,
			doubtful: -1,
		});
		/** State that n8n has stored, and the state in its memory */
		let kept: IDataObject = { global: {} };
		let stored = kept;
		/** A process that was killed knows nothing any more */
		let kills = 0;
		const setup = (node: PolledNode): TriggerSetup => ({
			workflow: `${run} ${kills}`,
			node: trigger.node,
			id: node.id,
			name: node.name,
			others: nodes.filter((other) => other !== node).map(({ id, name }) => ({ id, name })),
			parameters: {
				event: trigger.event,
				...trigger.parameters,
				...trigger.filters?.choices[node.choices.at(-1)!.choice],
				startFrom: node.startFrom,
				startDate,
				itemCount: simulation.count,
				options: { maxItemsPerPoll: maxItems, ...(lateArrivalWindow && { lateArrivalWindow }) },
			},
			// A separate base URL has a separate limiter, without the pauses of other simulations
			credential: { baseUrl: `http://127.0.0.1/${run}`, apiKey: service.keys.a },
			stored,
			transport: async (options) => await this.answer(options),
		});
		const statesIn = ({ id, name }: PolledNode, each: IDataObject) =>
			[
				(each[`node:${name}`] as IDataObject | undefined)?.poll,
				(each.global as IDataObject | undefined)?.[`svc:${id}`],
			].filter((state) => state !== undefined) as IDataObject[];
		const statesOf = (node: PolledNode) => JSON.stringify(statesIn(node, stored));
		const isOpen = (node: PolledNode) => statesOf(node).includes('"opening":');
		const poll = async (node: PolledNode, nullsKept: boolean, mayFail = false, most?: number) => {
			this.polls++;
			const { slip } = simulation;
			const slips = node === nodes[0] && slip?.poll === node.polled;
			node.polled++;
			this.slip = slips ? slip : undefined;
			this.requests = 0;
			if (simulation.forgetful) stored = kept;
			if (isOpen(node)) node.openAt = service.now();
			world.polled = service.now();
			this.wasBrief ||= most !== undefined;
			const restore = overrideLimits(most ? { maxPollRequests: most } : {});
			const result = await pollNode(setup(node)).finally(restore);
			// More events of the millisecond of a poll than there is room for are no real history
			if (simulation.room) service.advance(1);
			// The row is missing in this poll only: the polls of the next step, which may overlap, must find it
			this.slip = undefined;
			this.judgeBatch(
				result,
				stored,
				maxItems,
				mayFail || most !== undefined || this.refused !== undefined,
			);
			const before = stored;
			stored = result.stored;
			if (isOpen(node)) node.openAt = service.now();
			if (result.items.length > 0 || nullsKept) kept = stored;
			node.emitted.push(...result.items.map(({ json }) => json));
			// Filters that were replaced are in force until a poll has noticed
			const [replaced, chosen] = node.choices.slice(-2);
			const isUnnoticed = JSON.stringify(stored) === JSON.stringify(before);
			if (chosen && isUnnoticed) replaced.until = Infinity;
			else if (chosen && replaced.until === Infinity) replaced.until = service.now();
			if (chosen && !isUnnoticed) chosen.noticed ??= service.now();
			// A row that was missed in this poll is found by the next one, so this is not the last poll
			return result.items.length + Number(slips);
		};
		/** A first poll, until n8n has activated the node: a new one whose first poll fails is not activated. */
		const activate = async (node: PolledNode, most?: number) => {
			nodes.push(node);
			await poll(node, true, this.refused !== undefined, most);
			node.polled = 1;
			if (!statesOf(node).includes('"revision"')) {
				node.polled = 0;
				this.refuse(undefined);
				await poll(node, true);
			}
			// Of a list that was read in part, only its times tell what existed; so do those of events that wait for their
			// time. Answers tell the time in seconds.
			const waits = trigger.waits === true && this.ahead !== 0;
			node.doubtful = isOpen(node) || waits ? 1000 : -1;
		};

		// Of a list that the activation had no time to read whole, only its times tell what existed
		const isRight = simulation.ahead !== 0 || simulation.brief !== undefined;
		this.wereDatesWrong = false;
		this.wasBrief = false;
		this.setHeader(isRight ? 0 : (simulation.header ?? 0), simulation);
		this.refusals = [];
		this.refuse(simulation.refused);
		const first = newNode('trigger', 'Svc Trigger', simulation.start);
		await activate(first, simulation.brief);
		for (const each of simulation.steps) {
			const [own] = nodes;
			const beside = 'node' in each ? nodes[1 + (each.node % (nodes.length - 1 || 1))] : undefined;
			if (each.do === 'happen') happen(each.ago, each.roll);
			else if (each.do === 'burst') {
				for (let i = 0; i < each.size; i++) happen(each.ago, each.roll + i);
			} else if (each.do === 'change') trigger.change?.(world, each.roll);
			else if (each.do === 'wait') service.advance(each.ms);
			else if (each.do === 'crash') {
				stored = kept;
				kills++;
			} else if (each.do === 'filter') {
				if (!trigger.filters) continue;
				const choice = each.choice % trigger.filters.choices.length;
				own.choices.at(-1)!.until = service.now();
				const ends = [stored, kept].flatMap((each) =>
					statesIn(own, each).map(({ readUntil }) => Number(readUntil)),
				);
				const at = Math.min(service.now(), ...ends);
				own.choices.push({ choice, at, read: Math.max(...ends), told: at + this.header });
				// n8n polls when a workflow is published, and stores that
				this.fault = each.fault;
				await poll(own, true, each.fault !== undefined, each.brief);
				this.fault = undefined;
			} else if (each.do === 'rename') {
				const { name: to } = each;
				if (nodes.some(({ name }) => name === to)) continue;
				// Nobody can tell whose state it is if a node with the same ID had that name, or has left a state behind
				const isLeft = ({ name }: PolledNode) =>
					JSON.stringify(kept).includes(`"node:${name}":{"poll`);
				if (removed.some((each) => each.id === own.id && (each.name === to || isLeft(each))))
					continue;
				own.name = to;
				await poll(own, true);
			} else if (each.do === 'add') {
				if (nodes.length > 2 || nodes.some(({ name }) => name === each.name)) continue;
				// A node that is added again with its ID goes on
				if (each.sameId && removed.some(({ id }) => id === own.id)) continue;
				this.nodes++;
				await activate(newNode(each.sameId ? own.id : `node ${this.nodes}`, each.name, 'now'));
			} else if (each.do === 'remove') {
				if (!beside) continue;
				nodes.splice(nodes.indexOf(beside), 1);
				removed.push(beside);
			} else if (each.do === 'beside') {
				if (!beside) continue;
				this.fault = each.fault;
				await poll(beside, !simulation.forgetful, each.fault !== undefined);
				this.fault = undefined;
			} else if (each.do === 'refuse') this.refuse(each.roll);
			else if (each.do === 'clock') {
				this.header = 0;
				this.setClock(each.ahead);
			} else if (each.do === 'header') {
				if (trigger.waits) continue;
				this.setClock(0);
				this.setHeader(each.ahead, simulation);
			} else if (each.do === 'edit') {
				({ maxItems } = each);
				lateArrivalWindow = each.longest ? (trigger.longestWindow ?? 43_200) : undefined;
			} else if (each.do === 'test') await this.test(setup(own));
			else if (each.do === 'lag') {
				// n8n gives the next poll the state from before, as it has not stored this one's yet
				const before = simulation.forgetful ? kept : stored;
				await poll(own, true);
				const late = await pollNode({ ...setup(own), stored: before });
				if (late.items.length > 0) {
					kept = stored = late.stored;
					own.emitted.push(...late.items.map(({ json }) => json));
				}
			} else if (each.do === 'overlap') {
				this.requests = 0;
				if (simulation.forgetful) stored = kept;
				if (isOpen(own)) own.openAt = service.now();
				world.polled = service.now();
				const results = await Promise.all([pollNode(setup(own)), pollNode(setup(own))]);
				const [emitting] = results.filter(({ items }) => items.length > 0);
				expect(results.filter(({ items }) => items.length > 0).length).toBeLessThan(2);
				const { items, stored: next } = emitting ?? results[0];
				if (emitting) kept = next;
				stored = next;
				own.emitted.push(...items.map(({ json }) => json));
			} else {
				this.fault = each.fault;
				const { meanwhile } = each;
				this.meanwhile = meanwhile && {
					at: meanwhile.at,
					run: () =>
						meanwhile.roll % 2 && trigger.change
							? trigger.change(world, meanwhile.roll)
							: happen(0, meanwhile.roll),
				};
				const isKept = each.kept && !simulation.forgetful;
				await poll(own, isKept, each.fault !== undefined, each.brief);
				this.fault = undefined;
				this.meanwhile = undefined;
			}
		}
		this.refuse(undefined);
		this.header = 0;
		expect(this.violations).toEqual([]);
		await this.drain(async () => {
			let count = 0;
			for (const node of nodes) count += await poll(node, !simulation.forgetful);
			return count;
		}, world);
		for (const node of [...nodes, ...removed])
			this.judge(world, simulation, { ...node, startDate, isRemoved: removed.includes(node) });
		const passes = (key: string) =>
			first.choices.every(({ choice }) => trigger.filters?.pass(key, choice) ?? true);
		trigger.check?.(world, first.emitted, passes);
	}

	/** Sets the dates of answers. A start that is in the future by them is one. */
	private setHeader(ahead: number, { start }: Simulation): void {
		const { waits } = this.trigger;
		this.header = waits ? 0 : start === 'date' ? Math.max(0, ahead) : ahead;
		this.wereDatesWrong ||= this.header !== 0;
	}

	/** Refuses other requests from now on. */
	private refuse(roll: number | undefined): void {
		const now = this.service.now();
		if (this.refused !== undefined) this.refusals.at(-1)!.to = now;
		if (roll !== undefined) this.refusals.push({ roll, from: now, to: Infinity });
		this.refused = roll;
	}

	private setClock(ahead: number): void {
		this.ahead = ahead;
		this.told = false;
	}

	/** Polls until nothing more is emitted, over hours, so that long lookback windows are rescanned more than once. */
	private async drain(poll: () => Promise<number>, world: SimulatedWorld): Promise<void> {
		const most = 20 + 3 * world.facts.size;
		for (let polls = 0, quiet = 0; quiet < 5; polls++) {
			// No event in so many polls means no progress
			expect(polls).toBeLessThan(most);
			this.service.advance(quiet > 1 ? 61 * MINUTE : MINUTE);
			quiet = (await poll()) > 0 ? 0 : quiet + 1;
		}
	}

	private judgeBatch(
		{ items, stored, error }: Polled,
		before: IDataObject,
		maxItems: number,
		mayFail: boolean,
	): void {
		if (error) {
			if (!mayFail) throw error;
			// The failed poll has no effect
			expect({ items, stored: filled(stored) }).toEqual({ items: [], stored: filled(before) });
		}
		expect(items.length).toBeLessThanOrEqual(maxItems);
		expect(JSON.stringify(stored).length).toBeLessThanOrEqual(64 * 1024);
		const order = items.map(({ json }) => eventOf(json));
		const sorted = [...order].sort(byTime);
		expect(order.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
		if (items.length > 0) expect(stored).not.toEqual(before);
	}

	private judge(
		world: SimulatedWorld,
		{ count, slip, header, room }: Simulation,
		node: PolledNode & { startDate: number; isRemoved: boolean },
	): void {
		const {
			startFrom: start,
			activated,
			startDate,
			past,
			emitted,
			choices,
			openAt,
			doubtful,
		} = node;
		const { lookback } = this.trigger;
		const keys = emitted.map((json) => eventOf(json).id);
		this.events += keys.length;
		expect([...keys].sort()).toEqual([...new Set(keys)].sort());

		// Events in the future have not happened when the trigger starts
		const there = past.filter(({ time, timeless }) => timeless || time <= activated);
		const wasThere = new Set(there.map(({ key }) => key));
		const latest = there
			.filter(({ timeless }) => !timeless)
			.sort((a, b) => b.shown - a.shown || (a.key < b.key ? 1 : -1))
			.slice(0, count)
			.map(({ key }) => key);
		// Answers tell their time in seconds
		const end = Math.floor(this.service.now() / 1000) * 1000;
		const usual = ({ key, time, readable, optional, timeless }: Fact) => {
			const old = wasThere.has(key);
			const meant =
				(start === 'date' && !timeless && time >= startDate) ||
				(start === 'last' && latest.includes(key)) ||
				!old;
			if (start === 'date' && !timeless && time < startDate) return 'not';
			if (!meant) return 'not';
			// At the very end of the lookback window, wrong dates decide whether the next poll reads it
			const slack = this.wereDatesWrong ? MINUTE : 0;
			const inTime = timeless || old || readable <= time + lookback - slack;
			// A first answer whose date is ahead begins the lookback window later by as much
			const begins = activated + Math.max(0, header ?? 0) - lookback;
			const soon = start === 'date' || old || timeless || time >= begins;
			return inTime && soon && !optional && time <= end ? 'must' : 'may';
		};
		const { filters, lead = 0 } = this.trigger;
		/** Verdicts of the filters in force from an event's own time until it could be read, or the other way round */
		const passes = ({ key, readable, time }: Fact) =>
			choices
				// By wrong dates, filters were replaced later
				.map((each, i) => ({ until: Infinity, ...each, told: choices[i + 1]?.told ?? 0 }))
				.filter(({ at }) => at <= Math.max(time, readable) || filters?.drop || slip)
				.filter(({ until, told }) => Math.max(until, told) >= Math.min(time - lead, readable))
				.map(({ choice }) => filters?.pass(key, choice) ?? true);
		/** True if something was refused then, so that others may have been the latest items */
		const isRefusedAt = (time: number) =>
			this.trigger.isRefused !== undefined &&
			this.refusals.some(({ from, to }) => time >= from && time <= to);
		const facts = [...world.facts.values()];
		/** True for a millisecond of more events than a state has room for: no position divides spans that end in it */
		const isCrowdedAt = (time: number) =>
			SeenEvents.sizeOf(facts.filter((each) => each.time === time).length) > room!;
		const must: string[] = [];
		const mustNot: string[] = [];
		for (const fact of facts) {
			const verdict = this.trigger.promise?.(fact, { activated, end }) ?? usual(fact);
			const passed = passes(fact);
			if (Math.abs(fact.time - activated) <= doubtful) continue;
			// What existed in a part that was read later counts as seen, and so does what came there meanwhile
			const mayHaveExisted = fact.timeless || fact.time < activated;
			if (mayHaveExisted && fact.readable <= openAt && (verdict === 'must' || slip)) continue;
			// Of what is refused when it is first wanted, nobody knows what existed then
			const isUnknown = this.refusals.some(
				({ roll, from, to }) =>
					(this.trigger.isRefused?.(fact.key, roll) ?? false) &&
					(fact.timeless || fact.time <= to) &&
					choices.some(
						({ at }) => Math.max(at, activated) >= from && Math.max(at, activated) <= to,
					),
			);
			// What wrong dates put into the future is there when filters change, and counts as seen with the new ones
			const isAhead = choices.some(
				({ at, told = at }) => told < at && fact.readable <= at && fact.time > told,
			);
			// When filters are replaced, what was read with the earlier ones counts as seen
			const isReplaced = choices.some(
				({ read = 0, noticed = Infinity }) =>
					(fact.timeless || fact.time < read) && fact.readable <= noticed,
			);
			const isForgotten =
				room !== undefined &&
				(fact.late ||
					fact.timeless ||
					slip !== undefined ||
					this.wereDatesWrong ||
					this.trigger.isList === true ||
					// A poll that has no time for a whole millisecond needs room for the part that it has emitted
					((this.trigger.isSpan === true || this.wasBrief) && isCrowdedAt(fact.time)));
			const isCertain = !isUnknown && !isAhead && !isReplaced && !isForgotten;
			if (verdict === 'must' && passed.every(Boolean) && isCertain) must.push(fact.key);
			const isLatest = start === 'last' && isRefusedAt(activated) && wasThere.has(fact.key);
			// What the first read of it misses, or takes for later by wrong dates, comes afterwards
			const isMissed =
				(slip !== undefined || this.wereDatesWrong) &&
				this.refusals.some(({ roll }) => this.trigger.isRefused?.(fact.key, roll));
			if (isLatest || isMissed ? !passed.some(Boolean) : verdict === 'not' || !passed.some(Boolean))
				mustNot.push(fact.key);
		}
		const came = new Set(keys);
		const lost = node.isRemoved ? [] : must.filter((key) => !came.has(key));
		expect({ node: node.name, lost }).toEqual({ node: node.name, lost: [] });
		const unwanted = mustNot.filter((key) => came.has(key)).map((key) => world.facts.get(key));
		expect({ node: node.name, activated, unwanted }).toEqual({
			node: node.name,
			activated,
			unwanted: [],
		});
		expect(keys.filter((key) => !world.facts.has(key))).toEqual([]);
	}

	/** Checks Fetch Test Event: events like live ones or an explanation, and no change of the state. */
	private async test(setup: TriggerSetup): Promise<void> {
		const before = JSON.stringify(setup.stored);
		const { items, stored, error } = await pollNode(setup, 'manual');
		if (error)
			expect(error.message).toMatch(
				/^(There are no events yet|No event matches|The service refused)/,
			);
		else expect(items.length).toBeGreaterThan(0);
		expect(JSON.stringify(stored)).toBe(before);
	}

	private async answer(options: IDataObject): Promise<unknown> {
		const { service, fault, meanwhile } = this;
		const request = this.requests++;
		if (request === 0) this.answers = '';

		if (meanwhile?.at === request) meanwhile.run();
		const failing = fault && request >= fault.at && request < fault.at + fault.times;
		if (failing && fault.kind === 'before') throw connectionLost();
		if (failing && fault.kind === 'status') return answered(request % 2 ? 503 : 429, '{}');
		if (failing && fault.kind === 'garbage') return answered(200, '<html>');
		if (failing && fault.kind === 'unauthorized')
			return answered(401, '{"message":"no","request_id":"r1"}');
		const asked = JSON.parse(String(options.body)) as IDataObject;
		const { page_cursor } = asked;
		if (this.forgetsCursors && page_cursor && !this.answers.includes(String(page_cursor)))
			return answered(400, '{"message":"page_cursor has expired","request_id":"r1"}');
		if (this.refused !== undefined && this.trigger.refuses?.(asked, this.refused))
			return answered(404, '{"message":"not found","request_id":"r1"}');
		const { status, headers, body } = await askWithoutNetwork(service, service.keys.a, options);
		// The service may refuse a time of a wrong clock once
		if (status === 400 && this.told) this.violations.push(`${String(options.url)}: ${body}`);
		if (failing && fault.kind === 'after') throw connectionLost();
		this.told ||= status === 200;
		this.answers += body;
		const slipped = this.slip?.at === request ? without(body, this.slip.row) : body;
		const date = new Date(service.now() + this.header).toUTCString();
		return answered(status, slipped, { ...headers, date });
	}
}

/** Makes pages and slices small until the returned function is called. */
function withSmallPages(): () => void {
	const sizes = { ...PAGE_SIZES };
	for (const path of Object.keys(sizes)) PAGE_SIZES[path] = 3;
	const restore = overrideLimits({
		maxSlicePages: 10,
		maxLongSlicePages: 8,
		maxSliceRows: 16,
		freePages: 2,
		fewPages: 5,
		freeListPages: 2,
	});
	return () => {
		restore();
		Object.assign(PAGE_SIZES, sizes);
	};
}

/** Static data without the empty places that n8n makes where a node looks for them. */
function filled(stored: IDataObject): IDataObject {
	return Object.fromEntries(
		Object.entries(stored).filter(([, data]) => JSON.stringify(data) !== '{}'),
	);
}

/** An event without a time happened when it was found. */
function byTime(a: Emitted, b: Emitted): number {
	const [x, y] = [a.happened_at ?? a.found_at, b.happened_at ?? b.found_at];
	return x === y ? (a.id < b.id ? -1 : 1) : x - y;
}

interface Emitted {
	id: string;
	happened_at: number | null;
	found_at: number;
}

function eventOf(json: IDataObject): Emitted {
	return json._event as unknown as Emitted;
}

/** An answer in which one row is missing. */
function without(body: string, row: number): string {
	const answer = JSON.parse(body) as { data?: { items?: unknown[] } };
	answer.data?.items?.splice(row, 1);
	return JSON.stringify(answer);
}

/** Defines the test of a trigger. */
export function simulate(trigger: SimulatedTrigger): void {
	describe(trigger.event, () => {
		const player = new Player(trigger);
		beforeAll(async () => await player.open());
		afterAll(async () => await player.close());

		it(`loses, repeats and makes up nothing in ${SIMULATIONS} random simulations`, async () => {
			await fc.assert(
				fc.asyncProperty(simulations(trigger), async (simulation) => await player.play(simulation)),
				{
					numRuns: SIMULATIONS,
					seed: seedOf(trigger.node, trigger.event),
					endOnFailure: process.env.SHRINK === undefined,
				},
			);
			const { polls, events, nodes } = player;
			process.stdout.write(
				`${trigger.event}: ${SIMULATIONS} simulations, ${polls} polls, ${events} events, ${nodes} further nodes\n`,
			);
		});
	});
}

/** Defines tests that each play one simulation: those that random ones have found, with what is special of each. */
export function play(trigger: SimulatedTrigger, found: Record<string, Partial<Simulation>>): void {
	const player = new Player(trigger);
	beforeAll(async () => await player.open());
	afterAll(async () => await player.close());

	it.each(Object.entries(found))('%s', async (_name, simulation) => {
		await player.play({ ...PLAIN, ...simulation });
	});
}

const PLAIN: Simulation = {
	paging: 'plain',
	start: 'now',
	since: 0,
	count: 1,
	maxItems: 50,
	ahead: 0,
	forgetful: false,
	forgetsCursors: false,
	past: [],
	steps: [],
};
