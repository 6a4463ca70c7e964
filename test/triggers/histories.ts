import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Path } from '../../nodes/shared/contract';
import { created } from '../../nodes/Arrangements/events/created';
import { statusChanged } from '../../nodes/Arrangements/events/statusChanged';
import { newCall } from '../../nodes/Calls/events/newCall';
import { summaryReady } from '../../nodes/Calls/events/summaryReady';
import { newRecord } from '../../nodes/Records/events/newRecord';
import { DAY, HOUR, MINUTE } from '../../nodes/shared/durations';
import { FailureError, HaltedError } from '../../nodes/shared/errors/failure';
import { LIMITS, overrideLimits } from '../../dev/limits';
import type { Reader, TriggerEvent } from '../../nodes/shared/polling';
import { advance, begin } from '../../nodes/shared/polling/advance';
import { ServiceClock } from '../../nodes/shared/polling/serviceClock';
import type { PollSession } from '../../nodes/shared/polling/session';
import type { PollState } from '../../nodes/shared/polling/state';
import { newReply } from '../../nodes/World/events/newReply';
import { pollNode } from '../../dev/engine/pollNode';
import { several, uid } from '../../dev/contract/choices';
import { answered } from '../support/withoutNetwork';

/**
 * All short histories of a trigger: up to three events, four polls and one change, with every placement of a
 * late arrival, a tie, a failed request, a crash and lost writes, and with polls that have time for all they read or
 * for a few pages of one row. They are played in memory against the sources themselves, and can be played through
 * n8n's engine.
 */

/** The activation of every history. */
const EPOCH = Date.UTC(2026, 0, 15, 12);

/** An event of a history: its own time, and the time from which the service shows it. */
interface Happening {
	time: number;
	visible: number;
}

/** One kind of source, with an event of a trigger that uses it. */
export interface Kind {
	event: TriggerEvent;
	node: string;
	parameters: INodeParameters;
	/** Filter values of the parameters above */
	own: IDataObject;
	lookback: number;
	recent: number;
	/** True if existing objects can change */
	changes: boolean;
	/** The row of an event at `now`; `changed` is the time of its change */
	row: (i: number, happening: Happening, now: number, changed?: number) => IDataObject | undefined;
	/** Keys of an event that must be emitted, and keys that may be */
	keys: (i: number, happening: Happening, changed?: number) => { must: string[]; may?: string[] };
	/** Answers a request with the existing rows */
	answer: (path: string, body: IDataObject, rows: IDataObject[]) => IDataObject[];
}

const within = (time: number, start: unknown, end: unknown) =>
	time >= Number(start ?? 0) && time <= Number(end ?? Infinity);

const arrangementsOf: Kind['answer'] = (_path, body, rows) =>
	rows
		.filter((row) => within(Number(row.updated_at), body.updated_start_at, body.updated_end_at))
		.sort((a, b) => Number(b.updated_at) - Number(a.updated_at));

const callsOf: Kind['answer'] = (path, body, rows) =>
	path.endsWith('batch-get')
		? (body.call_uids as string[]).map((call_uid) => {
				const call = rows.find((row) => row.call_uid === call_uid) ?? null;
				return { call_uid, found: call !== null, call };
			})
		: rows.filter((row) => within(Number(row.created), body.start_at, body.end_at));

const callRow = (i: number, { time, visible }: Happening, now: number) =>
	now < visible
		? undefined
		: {
				call_uid: `call_${i}`,
				created: time,
				// Differs from the creation, which no answer contains
				started_at: new Date(time + (i - 1) * 700).toISOString(),
				summary_state: 'processing',
			};

export const KINDS: Kind[] = [
	{
		event: newRecord,
		node: 'svcRecordsTrigger',
		parameters: {},
		own: {},
		lookback: HOUR,
		recent: HOUR,
		changes: false,
		row: (i, { time, visible }, now) =>
			now < visible ? undefined : { record_uid: `record_${i}`, send_at: time },
		keys: (i) => ({ must: [`record_${i}`] }),
		answer: (_path, body, rows) =>
			rows.filter((row) => within(Number(row.send_at), body.start_at, body.end_at)),
	},
	{
		event: newCall,
		node: 'svcCallsTrigger',
		parameters: { options: { lateArrivalWindow: 1440 } },
		own: {},
		lookback: DAY,
		recent: 2 * HOUR,
		changes: false,
		row: callRow,
		keys: (i) => ({ must: [`call_${i}`] }),
		answer: callsOf,
	},
	{
		event: summaryReady,
		node: 'svcCallsTrigger',
		parameters: {},
		own: {},
		lookback: DAY,
		recent: 2 * HOUR,
		changes: true,
		row(i, happening, now, changed) {
			const row = callRow(i, happening, now);
			if (!row) return undefined;
			const summary_state = now >= (changed ?? happening.visible) ? 'ready' : 'processing';
			return { ...row, summary_state };
		},
		keys: (i) => ({ must: [`call_${i}#summary`] }),
		answer: callsOf,
	},
	{
		event: created,
		node: 'svcArrangementsTrigger',
		parameters: {},
		own: {},
		lookback: HOUR,
		recent: 10 * MINUTE,
		changes: true,
		row: (i, { time, visible }, now, changed) =>
			now < visible
				? undefined
				: {
						arrangement_uid: `a_${i}`,
						created_at: time,
						updated_at: changed !== undefined && now >= changed ? changed : time,
						version: changed !== undefined && now >= changed ? 2 : 1,
						status: 'identified',
					},
		keys: (i) => ({ must: [`a_${i}`] }),
		answer: arrangementsOf,
	},
	{
		event: statusChanged,
		node: 'svcArrangementsTrigger',
		parameters: { simplify: false },
		own: {},
		lookback: HOUR,
		recent: 10 * MINUTE,
		changes: true,
		row(i, { time, visible }, now, changed) {
			const uid = { arrangement_uid: `a_${i}`, created_at: EPOCH - DAY };
			if (now < visible)
				return { ...uid, updated_at: EPOCH - DAY, version: 1, status: 'identified' };
			if (changed !== undefined && now >= changed) {
				return { ...uid, updated_at: changed, version: 3, status: 'completed' };
			}
			return { ...uid, updated_at: time, version: 2, status: 'following' };
		},
		keys(i, { time }, changed) {
			const first = `a_${i}#following@${time}`;
			if (changed === undefined) return { must: [first] };
			return { must: [`a_${i}#completed@${changed}`], may: [first] };
		},
		answer: arrangementsOf,
	},
	{
		event: newReply,
		node: 'svcWorldTrigger',
		parameters: { repliesTo: 'chosen', posts: several('post', uid('post_1')), ignoreMyOwn: false },
		own: { repliesTo: 'chosen', posts: ['post_1'], ignoreMyOwn: false },
		lookback: 7 * DAY,
		recent: 7 * DAY,
		changes: false,
		row: (i, { time, visible }, now) =>
			now < visible ? undefined : { record_uid: `reply_${i}`, published_at: time },
		keys: (i) => ({ must: [`reply_${i}`] }),
		answer: (_path, _body, rows) => rows,
	},
];

/** One history, by its index among all of its kind. */
export interface History {
	kind: Kind;
	happenings: Happening[];
	/** Time at which the object of the first event changes, if it does */
	changed?: number;
	/** Failing requests: from the given request of a poll on */
	fault?: { poll: number; request: number };
	/** Poll before which n8n restarts from its stored state */
	crash?: number;
	/** True if the states of polls without events are lost */
	forgetful: boolean;
	maxItems: number;
	/** Most requests of the four polls, if they have no time for more; pages then have one row */
	brief?: number;
}

/** Times of the polls after the activation, as fractions of the lookback window. */
const POLLS = [0.02, 0.27, 0.77, 1.8];
const pollAt = ({ lookback }: Kind, poll: number) =>
	EPOCH + (poll === 0 ? 0 : Math.floor(POLLS[poll - 1] * lookback));

/** Own times of events, as fractions of the lookback window: before the activation, between polls, at a poll. */
const TIMES = [-0.5, 0.01, 0.2, 0.77];
/** Delay until they are shown: none, some, the maximum. */
const DELAYS = [0, 0.3, 0.98];

function happeningsOf(kind: Kind): Happening[] {
	return TIMES.flatMap((part) =>
		DELAYS.map((delay) => {
			const time = EPOCH + Math.floor(part * kind.lookback);
			return { time, visible: time + Math.floor(delay * kind.lookback) };
		}),
	);
}

/** All sets of up to three events; repeated ones have equal times. */
function setsOf(kind: Kind): Happening[][] {
	const all = happeningsOf(kind);
	const sets: Happening[][] = [];
	all.forEach((a, i) => {
		sets.push([a]);
		all.slice(i).forEach((b, j) => {
			sets.push([a, b]);
			for (const c of all.slice(i + j)) sets.push([a, b, c]);
		});
	});
	return sets;
}

const FAULTS = [
	undefined,
	...[1, 2, 3, 4].flatMap((poll) => [0, 1, 2].map((request) => ({ poll, request }))),
];
const RESTARTS = [
	{ forgetful: false },
	{ forgetful: true },
	...[1, 2, 3, 4].map((crash) => ({ crash, forgetful: false })),
];
const SIZES = [
	{ maxItems: 1 },
	{ maxItems: 50 },
	{ maxItems: 50, brief: 1 },
	{ maxItems: 50, brief: 2 },
];

/** Number of histories of a kind, and the history at an index. */
export function historiesOf(kind: Kind): { count: number; at: (place: number) => History } {
	const sets = setsOf(kind);
	const changes = kind.changes ? [undefined, 0.1, 0.5, 1.2, 2.5] : [undefined];
	const count = sets.length * FAULTS.length * RESTARTS.length * SIZES.length * changes.length;
	const at = (place: number): History => {
		const pick = <Each>(from: readonly Each[]): Each => {
			const each = from[place % from.length];
			place = Math.floor(place / from.length);
			return each;
		};
		const happenings = pick(sets);
		const part = pick(changes);
		const changed = part === undefined ? undefined : EPOCH + Math.floor(part * kind.lookback);
		return {
			kind,
			happenings,
			// A changing object exists before
			changed:
				changed === undefined ? undefined : Math.max(changed, happenings[0].visible + MINUTE),
			fault: pick(FAULTS),
			...pick<{ crash?: number; forgetful: boolean }>(RESTARTS),
			...pick<{ maxItems: number; brief?: number }>(SIZES),
		};
	};
	return { count, at };
}

/** A trigger that can be polled at a given time; `ask` answers its requests, of which a poll has time for `most`. */
interface Player {
	poll: (now: number, stored: unknown, ask: Reader['ask'], most: number) => Promise<Outcome>;
}

interface Outcome {
	keys: string[];
	stored: unknown;
	failed: boolean;
}

/** Plays histories against the source itself. */
export function inMemory({ kind, maxItems }: History): Player {
	const { event, own, lookback, recent } = kind;
	return {
		async poll(now, stored, answer, most) {
			let asked = 0;
			const ask: Reader['ask'] = async (path, body) => {
				if (asked++ >= most) throw new HaltedError(false);
				return await answer(path, body);
			};
			const send: Reader['send'] = async (path, body) => ({
				data: await ask(path, body),
				outcomeUnknown: false,
			});
			const unused = { settings: {}, warn: () => {}, leftOutBy: () => {} };
			const reader: Reader = {
				...unused,
				send,
				ask,
				self: async () => 'me',
				filters: {},
				own,
				now,
			};
			const session: PollSession = {
				event,
				reader,
				enricher: reader,
				lookback,
				hourly: lookback,
				recent,
				end: now + (event.source.leadTime?.(reader) ?? 0),
				maxItems,
				key: '',
				readAccount: async () => '',
				clock: new ServiceClock(),
				warnings: new Set(),
				filterNames: new Set(),
			};
			try {
				if (stored === undefined) {
					const begun = await begin(session, { from: 'now' });
					return { keys: [], stored: begun, failed: false };
				}
				const { emitted, state } = await advance(stored as PollState, session);
				return { keys: emitted.map(({ key }) => key), stored: state, failed: false };
			} catch (error) {
				if (!(error instanceof FailureError)) throw error;
				return { keys: [], stored, failed: true };
			}
		},
	};
}

/** Plays histories through n8n's own context. Date.now is set meanwhile. */
export function inEngine({ kind, maxItems }: History, id: string): Player {
	const { event, node, parameters } = kind;
	const options = { ...(parameters.options as IDataObject | undefined), maxItemsPerPoll: maxItems };
	return {
		async poll(now, stored, ask, most) {
			const realNow = Date.now;
			Date.now = () => now;
			const restore = overrideLimits({ maxPollRequests: most });
			const polled = await pollNode({
				node,
				parameters: { event: event.value, ...parameters, options } as INodeParameters,
				credential: { baseUrl: 'http://127.0.0.1', apiKey: `key_${id}` },
				stored: stored as IDataObject | undefined,
				transport: async ({ url, body }) => {
					const path = String(url).replace(/^http:\/\/127\.0\.0\.1/, '');
					if (path.endsWith('/profile/get')) {
						// In memory the account is known
						LIMITS.maxPollRequests++;
						return envelope(200, { user_ref: 'me' });
					}
					try {
						return envelope(200, await ask(path as Path, JSON.parse(String(body)) as IDataObject));
					} catch {
						return envelope(500, {});
					}
				},
			}).finally(() => {
				restore();
				Date.now = realNow;
			});
			const keys = polled.items.map(({ json }) => String((json._event as IDataObject).id));
			return { keys, stored: polled.stored, failed: polled.error !== undefined };
		},
	};
}

function envelope(code: number, data: IDataObject) {
	return answered(code, JSON.stringify({ code, message: 'ok', data }));
}

/** The keys of every poll of a history, until nothing more is emitted, and the number of polls. */
export async function play(history: History, player: Player): Promise<string[][]> {
	const { kind, happenings, changed, fault, crash, forgetful, brief } = history;
	let now = EPOCH;
	let requests = 0;
	let poll = 0;
	const ask: Reader['ask'] = async (path, body) => {
		const request = requests++;
		if (fault?.poll === poll && request === fault.request) {
			throw new FailureError({ message: 'The service is not available for now', status: 500 });
		}
		const rows = happenings
			.map((each, i) => kind.row(i, each, now, i === 0 ? changed : undefined))
			.filter((row) => row !== undefined);
		const items = kind.answer(path, body, rows);
		if (!brief || path.endsWith('batch-get')) return { items, has_more: false };
		const at = Number(body.page_cursor ?? 0);
		const has_more = at + 1 < items.length;
		return { items: items.slice(at, at + 1), has_more, next_page_cursor: String(at + 1) };
	};
	let kept: unknown;
	let stored: unknown;
	const polled: string[][] = [];
	const once = async () => {
		if (crash === poll || forgetful) stored = kept;
		requests = 0;
		const isBrief = brief && poll > 0 && poll <= POLLS.length;
		const outcome = await player.poll(now, stored, ask, isBrief ? brief : LIMITS.maxPollRequests);
		({ stored } = outcome);
		// By default n8n stores only the states of the activation and of polls with events
		if (kept === undefined || outcome.keys.length > 0) kept = stored;
		// The order in a poll is for the simulations to check
		polled.push([...outcome.keys].sort());
		poll++;
	};
	for (let i = 0; i <= POLLS.length; i++) {
		now = pollAt(kind, i);
		await once();
	}
	// A change after the last poll has not happened yet
	now = Math.max(now, changed ?? 0, ...happenings.map(({ visible }) => visible));
	for (let quiet = 0; quiet < 3;) {
		now += quiet === 0 ? MINUTE : 61 * MINUTE;
		await once();
		quiet = polled.at(-1)!.length > 0 ? 0 : quiet + 1;
	}
	return polled;
}

/** Description of the error in the outcome of a history; undefined if there is none. */
export function flawOf({ kind, happenings, changed }: History, polled: string[][]) {
	const keys = polled.flat();
	const must = new Set<string>();
	const may = new Set<string>();
	happenings.forEach((happening, i) => {
		const change = i === 0 ? changed : undefined;
		const expected = kind.keys(i, happening, change);
		// Objects that existed at the activation are not new
		const isOld = happening.visible <= EPOCH && !(kind.changes && change && kind.event !== created);
		for (const key of isOld ? [] : expected.must) must.add(key);
		for (const key of isOld ? [] : (expected.may ?? [])) may.add(key);
	});
	const came = new Set(keys);
	const lost = [...must].filter((key) => !came.has(key));
	const madeUp = [...came].filter((key) => !must.has(key) && !may.has(key));
	const repeated = keys.filter((key, i) => keys.indexOf(key) !== i);
	return lost.length + madeUp.length + repeated.length > 0 ? { lost, madeUp, repeated } : undefined;
}
