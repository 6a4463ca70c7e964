import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../api/answer';
import { FailureError } from '../errors/failure';
import { LIMITS } from '../limits';
import type { FilterValues } from './event';
import type { Position } from './found';
import { digest, type StoredSeenEvents } from './seenEvents';
import type { StoredStatuses } from './statusChanges';

/** Version of the stored state. An older one is migrated, a newer one refused. */
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
 * 0.1.0 on, a change of names or meaning needs a new version and a migration (MIGRATIONS).
 */
export interface PollState {
	version: typeof VERSION;
	/** Number of the poll that stored it. The state with the higher number is used if there are two */
	revision: number;
	/** Digest of the event, what it watches and where it starts. The trigger restarts if it changes */
	trigger: string;
	/** Digest of base URL and own `user_ref`. The trigger restarts if it changes */
	account?: string;
	/** Digest of base URL and API key. The account is read again if it changes */
	key?: string;
	/** Filter values of the last poll, or their digest if they are too long */
	filters?: FilterValues | string;
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
	/** Length of the slices in milliseconds, if the whole range could not be read at once */
	sliceLength?: number;
	/** Events that were emitted or skipped */
	seenEvents: StoredSeenEvents;
	/** Last known statuses, for Arrangement Status Updated */
	statuses?: StoredStatuses;
	/** Concatenated digests of the parents that were read */
	parents?: string;
	/** UIDs of objects that left the lookback before they were ready */
	unready?: string[];
	/** Time of the last read of `unready` */
	unreadyReadAt?: number;
	/** Attempts of events whose transcript or text could not be read, by digest of the event's key */
	enrichAttempts?: Record<string, number>;
	/** True if there are too many events without a time to detect new ones */
	undatedOverflow?: true;
}

/** Unfinished rescan: its part of the lookback, its start, and the time up to which it has read. */
export interface Rescan {
	part: 'whole' | 'hourly';
	startedAt: number;
	readUntil: number;
}

/** State before any read, for events from `time` on. */
export function stateFrom(time: number): PollState {
	return {
		version: VERSION,
		revision: 0,
		trigger: '',
		countsFrom: time,
		readUntil: time,
		finalBefore: time,
		skippedUpTo: [time, ''],
		lastRescanAt: 0,
		seenEvents: {},
	};
}

/**
 * The stored state, migrated to the current version; undefined if there is none. Throws for the state of a newer version
 * of this package.
 */
export function readState(stored: unknown): PollState | undefined {
	if (!isObject(stored)) return undefined;
	// n8n returns proxies, which are slow and cannot be cloned
	let state = JSON.parse(JSON.stringify(stored)) as IDataObject;
	for (;;) {
		const version = Number(state.version ?? state.v ?? 0);
		if (version > VERSION) throw new FailureError(NEWER);
		if (version === VERSION) break;
		const migrate = MIGRATIONS[version];
		if (!migrate) return undefined;
		state = migrate(state);
	}
	if (!isWhole(state as unknown as PollState)) throw new FailureError(DAMAGED);
	return state as unknown as PollState;
}

/** True if a state has what every poll reads. */
function isWhole({
	countsFrom,
	readUntil,
	finalBefore,
	skippedUpTo,
	seenEvents,
}: PollState): boolean {
	const times = [countsFrom, readUntil, finalBefore];
	return times.every(Number.isFinite) && Array.isArray(skippedUpTo) && isObject(seenEvents);
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

/** Migrations to the next version, by version. */
const MIGRATIONS: Record<number, (state: IDataObject) => IDataObject> = {
	/** State before 0.1.0, with other names and without account and filters. */
	1: ({ fp, low, done, floor, lap, lapped, step, seen, known, groups, tries, blind }) => ({
		version: 2,
		revision: 0,
		trigger: fp,
		countsFrom: low,
		finalBefore: low,
		readUntil: done,
		skippedUpTo: floor,
		...(isObject(lap) && {
			rescan: { part: 'whole', startedAt: lap.began, readUntil: lap.at },
		}),
		lastRescanAt: lapped,
		...(step !== undefined && { sliceLength: step }),
		seenEvents: bucketsOfVersion1(seen as StoredSeenEvents),
		...(isObject(known) && { statuses: statusesOfVersion1(known as unknown as StoredStatuses) }),
		...(groups !== undefined && { parents: groups }),
		...(tries !== undefined && { enrichAttempts: tries }),
		...(blind !== undefined && { undatedOverflow: blind }),
	}),
};

/** Converts buckets from minutes or hours to milliseconds. */
function bucketsOfVersion1(seen: StoredSeenEvents): StoredSeenEvents {
	const spans = Object.entries(seen).map(([bucket, digests]) => {
		const number = parseInt(bucket, 36);
		// Hours since 1970 are below ten million until the year 3100; minutes have been above since 1989
		const unit = number < 10_000_000 ? 3_600_000 : 60_000;
		return [`${(number * unit).toString(36)}.${(unit - 1).toString(36)}`, digests];
	});
	return Object.fromEntries(spans) as StoredSeenEvents;
}

/** Adds version 0 to statuses, so that the previous status of their next change counts as unknown. */
function statusesOfVersion1({ values, list }: StoredStatuses): StoredStatuses {
	const entries = (list.match(/.{9}/g) ?? []).map((entry) => `${entry}0000`);
	return { values, list: entries.join('') };
}

/** Stored form of filter values: a digest if they are too long. */
export function storedFilters(values: FilterValues): FilterValues | string {
	const text = JSON.stringify(values);
	return bytesOf(text) > LIMITS.maxFilterBytes ? digest(text) : values;
}

/** The state after filters were replaced. The earlier ones still apply to events up to `now` that were not read yet. */
export function withFilters(state: PollState, values: FilterValues, now: number): PollState {
	const filters = storedFilters(values);
	const before = state.filters;
	// Earlier filters that were stored as a digest are lost, so the new ones apply to everything
	if (before === undefined || typeof before === 'string') return { ...state, filters };
	const replaced = [...(state.replacedFilters ?? []), { values: before, until: now }];
	while (replaced.length > 1 && bytesOf(JSON.stringify(replaced)) > LIMITS.maxFilterBytes) {
		const { until } = replaced.pop()!;
		replaced[replaced.length - 1].until = until;
	}
	return { ...state, filters, replacedFilters: replaced };
}

/** Size of a text in bytes of UTF-8. */
function bytesOf(text: string): number {
	return Buffer.byteLength(text);
}

/** True if filters match everything that the earlier ones matched: no condition is new or narrower. */
export function widen(before: FilterValues, { filters, own }: FilterValues): boolean {
	const conditions = Object.entries({ ...filters, ...own });
	const earlier: IDataObject = { ...before.filters, ...before.own };
	return conditions.every(([name, value]) => {
		const known = earlier[name];
		if (Array.isArray(value) && Array.isArray(known)) {
			return known.every((each) => (value as unknown[]).includes(each));
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
