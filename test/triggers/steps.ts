import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { type Limits, overrideLimits } from '../../dev/limits';
import { place } from '../../dev/areas/place';
import type { Thing, Things } from '../../dev/areas/things';
import type { Account } from '../../dev/fake-service/account';
import type { AccountId } from '../../dev/fake-service/auth';
import type { FaultRule as Rule } from '../../dev/fake-service/faults';
import type { ServiceFixture } from '../support/useService';
import { EPOCH, keyOf, Trigger, useTrigger } from './useTrigger';

export type { Rule };

/**
 * A case that runs: the fake service, and the trigger that its steps poll. A table has a case in each row: its name, and lines
 * of steps, most of which end with a poll and the keys of its events. Times are offsets from the time at which a step runs.
 */
class Scene {
	trigger!: Trigger;
	/** Keys of the events of the last step that polled, and of all */
	keys: string[] = [];
	allKeys: string[] = [];
	/** Stored data that `save` has kept, by name */
	readonly saved = new Map<string, IDataObject>();
	/** The account of the things of the steps */
	accountId: AccountId = 'a';

	constructor(readonly fixture: ServiceFixture) {}

	get service() {
		return this.fixture.service;
	}

	get account(): Account {
		return this.service.account(this.accountId);
	}

	/** The user whose account it is */
	get self(): string {
		return this.account.profile.user_ref;
	}

	get now(): number {
		return this.service.now();
	}
}

/**
 * A part of a case: any function of the scene. Steps that it returns are done next; it can also call one with the scene.
 */
export type Step = (scene: Scene) => Steps | void | Promise<void>;

/** A step that is done at once. */
export type Act = (scene: Scene) => void;

/** Steps one after the other, grouped as it is best read. */
export type Steps = Step | readonly Steps[];

async function run(scene: Scene, steps: Steps | void): Promise<void> {
	if (typeof steps === 'function') await run(scene, await steps(scene));
	else for (const each of steps ?? []) await run(scene, each);
}

/** Runs cases against the fake service of a test file. */
export function useSteps() {
	const { fixture } = useTrigger();

	/** Runs a case by its lines. An error names the line that has failed. */
	async function play(lines: Steps[]): Promise<void> {
		const scene = new Scene(fixture);
		for (const [i, line] of lines.entries())
			await run(scene, line).catch((error: Error) => {
				error.stack = `In line ${i + 1} of the case: ${error.stack}`;
				throw error;
			});
	}

	/** A table of cases: their lines by name. */
	function cases(table: Record<string, Steps[]>): void {
		it.each(Object.entries(table))('%s', async (_name, lines) => await play(lines));
	}

	/** Cases with the same lines for each row of a table, as with `it.each`. */
	function each<const Row>(table: readonly Row[]) {
		type Values = Row extends readonly unknown[] ? [...Row] : [Row];
		return (name: string, lines: (...values: Values) => Steps[]): void =>
			it.each(table as Row[])(name, async (...values: unknown[]) => {
				await play(lines(...(values as Values)));
			});
	}

	return { fixture, cases, each };
}

// The trigger

/** A trigger node whose first poll is still to come. */
export function create(
	area: string,
	event: string,
	parameters: INodeParameters = {},
	timezone?: string,
): Act {
	return (scene) => {
		const given = { event, ...parameters };
		scene.trigger = new Trigger(scene.fixture, `svc${area}Trigger`, given, timezone);
	};
}

/** A trigger node after its first poll, which has no events. */
export const activate = (area: string, event: string, parameters: INodeParameters = {}): Steps => [
	create(area, event, parameters),
	poll(),
];
export const newCalls = (parameters?: INodeParameters) => activate('Calls', 'newCall', parameters);

/** Parameters with a number of events per poll. */
export const perPoll = (maxItemsPerPoll: number) => ({ options: { maxItemsPerPoll } });

/** Parameters that start at a date, or so many milliseconds after the start of the case. */
export const startFrom = (date: string | number) => ({
	startFrom: 'date',
	startDate: typeof date === 'string' ? date : new Date(EPOCH + date).toISOString(),
});

/** Changes some parameters. */
export function change(parameters: INodeParameters): Act {
	return ({ trigger }) => void (trigger.parameters = { ...trigger.parameters, ...parameters });
}

/** Sets members of the trigger. */
export function alter(members: Partial<Trigger>): Act {
	return ({ trigger }) => void Object.assign(trigger, members);
}

/** Keeps what n8n has stored now. */
export function save(name = 'saved'): Act {
	return ({ saved, trigger }) => void saved.set(name, trigger.stored);
}

/** Gives what n8n had stored then to the next poll of the same process. */
export function give(name = 'saved'): Act {
	return ({ saved, trigger }) => void (trigger.stored = saved.get(name)!);
}

/** Restarts n8n, which has what it had stored then, or without a name what it has now. */
export function restart(name?: string): Act {
	return ({ saved, trigger }) =>
		trigger.restart(name === undefined ? trigger.stored : saved.get(name)!);
}

// Polls. The stored state is small after each one.

/** Keys of events in their order, or only the number of events, which are all different. */
type Events = string[] | [count: number];

function expectKeys(scene: Scene, keys: string[], expected: Events): void {
	scene.keys = keys;
	scene.allKeys.push(...keys);
	if (typeof expected[0] !== 'number') return expect(keys).toEqual(expected);
	expect([keys.length, new Set(keys).size]).toEqual([expected[0], expected[0]]);
}

async function pollItems({ trigger }: Scene): Promise<IDataObject[]> {
	const items = await trigger.poll();
	expect(JSON.stringify(trigger.stored).length).toBeLessThan(64 * 1024);
	return items;
}

/** Several polls, each after some time, which have these events together. */
export function over(count: number, ms: number, ...expected: Events): Step {
	return async (scene) => {
		const keys: string[] = [];
		for (let i = 0; i < count; i++) {
			scene.service.advance(ms);
			keys.push(...(await pollItems(scene)).map(keyOf));
		}
		expectKeys(scene, keys, expected);
	};
}

/** A poll with these events. */
export const poll = (...expected: Events) => over(1, 0, ...expected);

/** Some time, and a poll with these events. */
export const after = (ms: number, ...expected: Events) => over(1, ms, ...expected);

/** Polls until nothing more comes, which have these events together. */
export function pollAll(...expected: Events): Step {
	return async (scene) => {
		const keys: string[] = [];
		for (let more = ['']; more.length > 0; keys.push(...more))
			more = (await pollItems(scene)).map(keyOf);
		expectKeys(scene, keys, expected);
	};
}

/** A poll whose items have these fields, and maybe others. */
export function items(...expected: object[]): Step {
	return async (scene) => expect(await pollItems(scene)).toMatchObject(expected);
}

/** A poll that fails with an error of these members. */
export function fails(expected: object): Step {
	return async ({ trigger }) => expect((await trigger.tryPoll()).error).toMatchObject(expected);
}

/** A text with this part. */
export const part = (text: string) => expect.stringContaining(text) as string;

/** A test in the editor, which shows these events and stores nothing. */
export function shows(...keys: string[]): Step {
	return async ({ trigger }) => {
		const { items, stored } = await trigger.test();
		expect(items.map(({ json }) => keyOf(json))).toEqual(keys);
		expect(stored).toEqual({ global: {}, [`node:${trigger.name}`]: {}, ...trigger.stored });
	};
}

/** Steps that send this number of requests. */
export function asks(expected: number | { below: number }, ...steps: Steps[]): Step {
	return async (scene) => {
		const before = scene.fixture.requests.length;
		await run(scene, steps);
		const count = scene.fixture.requests.length - before;
		if (typeof expected === 'number') expect(count).toBe(expected);
		else expect(count).toBeLessThan(expected.below);
	};
}

/** Steps once for each number below `count`. */
export const times = (count: number, each: (i: number) => Steps): Steps =>
	Array.from({ length: count }, (_, i) => each(i));

// The service

export function advance(ms: number): Act {
	return ({ service }) => service.advance(ms);
}

/** Limits until the end of the case. */
export function limit(limits: Limits): Act {
	return () => void overrideLimits(limits);
}

export function fault(operation: string | undefined, rule: Rule): Act {
	return ({ service }) => service.faults.add({ operation, ...rule });
}

/** The end of all faults. */
export const heal: Act = ({ service }) => service.faults.clear();

const atRequest =
	(isProcessed: boolean) =>
	(operation: string, act: Act): Act =>
	(scene) => {
		const stop = scene.service.listen((entry) => {
			if (entry.operation !== operation || entry.processed !== isProcessed) return;
			stop();
			act(scene);
		});
	};

/** A step that is done as soon as the next request of an operation comes, before it is carried out. */
export const before = atRequest(false);

/** A step that is done as soon as the next request of an operation was carried out. */
export const meanwhile = atRequest(true);

/** Fields of a thing, whose times are offsets from `now`. */
function timed(fields: object, now: number): object {
	const times = Object.entries(fields).filter(([name]) => name.endsWith('_at'));
	return {
		...fields,
		...Object.fromEntries(times.map(([name, at]) => [name, at === undefined ? at : now + at])),
	};
}

/** Function that gives the step which adds a thing of a kind, by its UID, time and other fields. */
const adds =
	<Kind extends keyof Things>(kind: Kind, id: string, time: string, common: object = {}) =>
	(uid: string, at = 0, more: Partial<Things[Kind]> = {}): Act =>
	({ account, now }) => {
		const fields = timed({ [id]: uid, [time]: at, ...common, ...more }, now);
		place(account, { [kind]: fields } as Thing);
	};

export const call = adds('call', 'call_uid', 'created_at');
export const recording = adds('recording', 'recording_uid', 'start_at');
export const summary = adds('summary', 'summary_uid', 'end_at', { generation_state: 'processing' });
export const task = adds('arrangement', 'arrangement_uid', 'updated_at');
export const record = adds('record', 'record_uid', 'send_at');
export const post = adds('post', 'record_uid', 'published_at');

/** A post of the account itself. */
export function own(...[uid, at, more]: Parameters<typeof post>): Act {
	return (scene) => post(uid, at, { author_user_ref: scene.self, ...more })(scene);
}

/** A reply of somebody else to a post, without a time of publication unless given. */
export const reply = (uid: string, parent_record_uid: string, published_at?: number): Act =>
	post(uid, 0, { parent_record_uid, published_at });

/** A message of somebody else in chat_1. */
export function message(
	sequence: number,
	message_at: number,
	more: Partial<Things['message']> = {},
): Act {
	return ({ account, now }) =>
		place(account, { message: { sequence, message_at: now + message_at, ...more } });
}

const rowsOf = ({ calls, recordings, summaries, arrangements, world }: Account) => ({
	call: calls,
	recording: recordings,
	summary: summaries,
	task: arrangements,
	post: world.posts,
});
type Rows = ReturnType<typeof rowsOf>;
type Row<Kind extends keyof Rows> = Rows[Kind] extends Map<string, infer Row> ? Row : never;

/** Changes fields of a thing. */
export const set =
	<Kind extends keyof Rows>(kind: Kind, uid: string, fields: Partial<Row<Kind>>): Act =>
	({ account, now }) => {
		const rows = rowsOf(account)[kind] as Map<string, object>;
		rows.set(uid, Object.assign(rows.get(uid)!, timed(fields, now)));
	};

export function remove(kind: keyof Rows, uid: string): Act {
	return ({ account }) => void rowsOf(account)[kind].delete(uid);
}
