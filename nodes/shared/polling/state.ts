import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../api/answer';
import { FailureError } from '../errors/failure';
import { LIMITS } from '../limits';
import { omit } from '../omit';
import type { Attempts } from './enrich';
import type { FilterValues } from './event';
import type { Position } from './found';
import { digest, type StoredSeenEvents } from './seenEvents';
import type { Unfinished } from './sources/slices';
import type { StoredStatuses } from './statusChanges';

/** Version of the stored state. A newer one is refused. Older ones were never published. */
const VERSION = 2;

/** Replaced filters, and the end of the time in which they apply. */
export interface ReplacedFilters {
	values: FilterValues;
	/** Unix milliseconds */
	until: number;
	/** True if a snapshot was read since. New events after that belong to the newer filters */
	read?: true;
}

/**
 * Stored state of a trigger: JSON of at most 64 KiB in the workflow's static data. Times are Unix milliseconds. From
 * 0.1.0 on, a change of names or meaning needs a new version and a migration in `readState`.
 */
export interface PollState {
	version: typeof VERSION;
	/** Number of the poll that stored it. The state with the higher number is used if there are two */
	revision: number;
	/** ID and name of the node that stored it. The state of another ID is not taken up */
	node: string;
	name: string;
	/** Digest of the event, what it watches and where it starts. The trigger restarts if it changes */
	trigger: string;
	/** Digest of base URL and own `user_ref`. The trigger restarts if it changes */
	account: string;
	/** Digest of base URL and API key. The account is read again if it changes */
	key: string;
	/** Filter values of the last poll, or their digest if they are too long */
	filters: FilterValues | string;
	/** Replaced filters that still apply to a time range that was not read yet, oldest first */
	replacedFilters?: ReplacedFilters[];
	/** Start of the trigger: earlier events are ignored */
	countsFrom: number;
	/** Everything before this time was read at least once */
	readUntil: number;
	/** Everything before this time was read twice after the end of its lookback */
	finalBefore: number;
	/** Events up to this position are skipped */
	skippedUpTo: Position;
	/** Unfinished rescan of the lookback */
	rescan?: Rescan;
	/** Start of the last complete rescan of the whole lookback */
	lastRescanAt: number;
	/** Start of the last rescan of the hourly part, if the whole is read once a day */
	lastHourlyRescanAt?: number;
	/** Time of the last read of the recent part, and its pages, if they are several */
	recentRead?: { at: number; pages: number };
	/** A time with more events than fit into a poll */
	unfinished?: Unfinished;
	/** Length of the slices in milliseconds, if the whole range could not be read at once */
	sliceLength?: number;
	/** Events that were emitted or skipped */
	seenEvents: StoredSeenEvents;
	/** Last known statuses, for Arrangement Status Updated */
	statuses?: StoredStatuses;
	/** Concatenated digests of the parents that were read */
	parents?: string;
	/** Concatenated digests of the parents that were never read: there are too many, or the service refused them */
	passedOver?: string;
	/**
	 * Refused parents of the last read of the list: the time from which each was refused, in Unix milliseconds, by digest. Older
	 * rows of a parent that was never read existed before, so they are no events
	 */
	refused?: Record<string, number>;
	/** Time down to which the lookback was read at the activation, if the time of the poll did not suffice for all */
	opening?: number;
	/** A list that takes several polls to read */
	list?: UnfinishedList;
	/** UIDs of objects that left the lookback before they were ready */
	unready?: string[];
	/** Those of them that cannot be read at present, until when they are asked for */
	unreadable?: StoredSeenEvents;
	/** Time of the last read of `unready` */
	unreadyReadAt?: number;
	/** Attempts of events whose transcript or text could not be read, by digest of the event's key */
	enrichAttempts?: Attempts;
	/** True if there are too many events without a time to detect new ones */
	undatedOverflow?: true;
}

/** Unfinished rescan: its part of the lookback, its start, and the time up to which it has read. */
export interface Rescan {
	part: 'whole' | 'hourly';
	startedAt: number;
	readUntil: number;
	/** Length of its slices in milliseconds, if the whole part could not be read at once */
	sliceLength?: number;
}

/** A list that was read in part: its start and where the next poll goes on. */
export interface UnfinishedList {
	/** Unix milliseconds */
	startedAt: number;
	/** Cursor of the next page; the beginning without it */
	position?: string;
	/** Digest of the parents. The list is read afresh if they change */
	parents: string;
	/** For the list at the activation: position up to which its events are not emitted */
	first?: Position;
	/** Concatenated digests of the parents that the service has refused so far */
	refused?: string;
}

/** State before any read, for events from `time` on. The poll adds what identifies the trigger. */
export function stateFrom(time: number): PollState {
	return {
		version: VERSION,
		revision: 0,
		node: '',
		name: '',
		trigger: '',
		account: '',
		key: '',
		filters: '',
		countsFrom: time,
		readUntil: time,
		finalBefore: time,
		skippedUpTo: [time, ''],
		lastRescanAt: 0,
		seenEvents: {},
	};
}

/**
 * The stored state; undefined if there is none. Throws for the state of a newer version of this package, and for a damaged
 * one.
 */
export function readState(stored: unknown): PollState | undefined {
	if (!stored) return undefined;
	// n8n returns proxies, which are slow and cannot be cloned
	const state: IDataObject & PollState = JSON.parse(JSON.stringify(stored));
	const version = Number(state.version ?? 0);
	if (version > VERSION) throw new FailureError(NEWER);
	if (version < VERSION) return undefined;
	if (!isWhole(state)) throw new FailureError(DAMAGED);
	return state;
}

/** True if a state has what every poll reads. */
function isWhole(state: PollState): boolean {
	const times = [state.countsFrom, state.readUntil, state.finalBefore];
	const areTimes = times.every(Number.isFinite) && Array.isArray(state.skippedUpTo);
	return areTimes && isObject(state.seenEvents);
}

const DAMAGED = {
	message: 'The stored state of this trigger is damaged',
	description: 'Delete and recreate the trigger, which then starts from now on.',
};

const NEWER = {
	message: 'The stored state of this trigger was written by a newer version of the package',
	description:
		'Install that version again, or delete and recreate the trigger, which then starts from now on.',
};

/** True if a state has read after `latest`, in Unix milliseconds. */
export function isAhead(state: PollState, latest: number): boolean {
	const { readUntil, lastRescanAt, lastHourlyRescanAt, unreadyReadAt, recentRead, rescan } = state;
	const rescans = [lastRescanAt, lastHourlyRescanAt, unreadyReadAt, rescan?.startedAt];
	return [readUntil, ...rescans, recentRead?.at].some((time = -Infinity) => time > latest);
}

/**
 * The state with no position after `latest`, in Unix milliseconds, so that what follows is read again. The start and
 * the position up to which events are skipped go back to `floor` at most: of what is older nobody knows whether it was emitted.
 */
export function broughtBack(state: PollState, latest: number, floor = latest): PollState {
	const next = omit(state, 'rescan', 'unfinished', 'recentRead');
	for (const name of POSITIONS) if (Number(next[name]) > latest) next[name] = latest;
	next.countsFrom = Math.min(next.countsFrom, floor);
	if (next.skippedUpTo[0] > floor) next.skippedUpTo = [floor, ''];
	return next;
}

const POSITIONS = [
	'readUntil',
	'finalBefore',
	'lastRescanAt',
	'lastHourlyRescanAt',
	'unreadyReadAt',
] as const;

/** Stored form of filter values: a digest if they are too long. */
export function storedFilters(values: FilterValues): FilterValues | string {
	const text = JSON.stringify(values);
	return Buffer.byteLength(text) > LIMITS.maxFilterBytes ? digest(text) : values;
}

/** The state after filters were replaced. The earlier ones still apply to events up to `now` that were not read yet. */
export function withFilters(state: PollState, values: FilterValues, now: number): PollState {
	const filters = storedFilters(values);
	const before = state.filters;
	// Earlier filters that were stored as a digest are lost, so the new ones apply to everything
	if (typeof before === 'string') return { ...omit(state, 'unfinished'), filters };
	const replaced = [...(state.replacedFilters ?? []), { values: before, until: now }];
	while (
		replaced.length > 1 &&
		Buffer.byteLength(JSON.stringify(replaced)) > LIMITS.maxFilterBytes
	) {
		const { until } = replaced.pop()!;
		replaced[replaced.length - 1].until = until;
	}
	// The lookback is read once more with the earlier filters, even at the same time
	const lastRescanAt = Math.min(state.lastRescanAt, now - 1);
	return { ...state, filters, lastRescanAt, replacedFilters: replaced };
}

/**
 * True if the service's filters match everything that the earlier ones matched: no condition is new or narrower. What the
 * node filters by itself, it applies to whatever it reads.
 */
export function widen({ filters: earlier }: FilterValues, { filters }: FilterValues): boolean {
	return Object.entries(filters).every(([name, value]) => {
		const { [name]: known } = earlier;
		if (Array.isArray(value) && Array.isArray(known)) {
			const values = new Set<unknown>(value);
			return known.every((each) => values.has(each));
		}
		return sorted(value) === sorted(known);
	});
}

/** True for equal filter values, in any order. */
export function sameFilters(a: FilterValues | string, b: FilterValues | string): boolean {
	return sorted(a) === sorted(b);
}

/** JSON with sorted keys. */
function sorted(value: unknown): string {
	return JSON.stringify(value, (_key, each: unknown) =>
		isObject(each)
			? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
			: each,
	);
}

/** Name of a state, the same for states with equal values in any order: a database can change the order. */
export function nameOf(state: PollState | undefined): string {
	return digest(sorted(state ?? ''));
}
