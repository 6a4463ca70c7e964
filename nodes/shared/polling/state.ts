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

/** Filters that were replaced, and until when they count. */
export interface ReplacedFilters {
	values: FilterValues;
	/** Unix milliseconds */
	until: number;
	/** A snapshot was read since: what is new after that belongs to the filters that replaced these */
	read?: true;
}

/**
 * All that a trigger remembers from poll to poll; JSON of at most 64 KiB in a workflow's static data. Times
 * are Unix milliseconds. Names and meaning are final from 0.1.0 on: change them with a new version and a
 * migration (MIGRATIONS).
 */
export interface PollState {
	version: typeof VERSION;
	/** Number of the poll that stored it: of two stored states the one with the higher number counts */
	revision: number;
	/** Digest of the event, what it watches and where it starts; another one starts afresh */
	trigger: string;
	/** Digest of base URL and own reference; another account starts afresh */
	account?: string;
	/** Digest of base URL and key; with another one the account is read again */
	key?: string;
	/** Filter values of the last poll; a digest of those that are too long to be stored */
	filters?: FilterValues | string;
	/** Filters that still count for a span that was not read when they were replaced, the oldest first */
	replacedFilters?: ReplacedFilters[];
	/** Events before this time never count: where the trigger began */
	countsFrom: number;
	/** Everything before was read at least once */
	readUntil: number;
	/** Everything before was read twice after nothing could come late any more */
	finalBefore: number;
	/** Events up to this position are passed over */
	skippedUpTo: Position;
	/** The rescan of the lookback that is under way */
	rescan?: Rescan;
	/** When the last complete rescan of the whole lookback began */
	lastRescanAt: number;
	/** When the last rescan of its hourly part began, where the whole is read once a day */
	lastHourlyRescanAt?: number;
	/** Longest span in milliseconds that could be read at once, where it could not be the whole */
	sliceLength?: number;
	/** Events that were emitted, and those that are not to be */
	seenEvents: StoredSeenEvents;
	/** Last known statuses, of Status Changed */
	statuses?: StoredStatuses;
	/** Digests of the parents that were read before, written one after the other */
	parents?: string;
	/** UIDs of objects that left the lookback before they were ready */
	unready?: string[];
	/** When those were read last */
	unreadyReadAt?: number;
	/** Attempts of events whose transcript or text could not be read, by digest of the event's key */
	enrichAttempts?: Record<string, number>;
	/** There are so many events without a time that new ones among them cannot be told any more */
	undatedOverflow?: true;
}

/** A rescan under way: what it covers, when it began and how far it came. */
export interface Rescan {
	part: 'whole' | 'hourly';
	startedAt: number;
	readUntil: number;
}

/** A state that has read nothing and lets everything from `time` on count. */
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
 * The state that a workflow has stored, as a plain object of this version; undefined when there is none. Throws
 * for the state of a newer version of this package.
 */
export function readState(stored: unknown): PollState | undefined {
	if (!isObject(stored)) return undefined;
	// n8n hands out proxies, which are slow and cannot be cloned
	let state = JSON.parse(JSON.stringify(stored)) as IDataObject;
	for (;;) {
		const version = Number(state.version ?? state.v ?? 0);
		if (version > VERSION) throw new FailureError(NEWER);
		if (version === VERSION) break;
		const migrate = MIGRATIONS[version];
		if (!migrate) return undefined;
		state = migrate(state);
	}
	return state as unknown as PollState;
}

const NEWER = {
	message: 'The stored state of this trigger was written by a newer version of the package',
	description: 'Install that version again, or recreate the trigger: it then starts from now on.',
};

/** Migrations to the next version, by the older version. */
const MIGRATIONS: Record<number, (state: IDataObject) => IDataObject> = {
	/** Before 0.1.0: other names, and neither account nor filters. */
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

/** Buckets were counted in minutes or hours: each is now a span of milliseconds. */
function bucketsOfVersion1(seen: StoredSeenEvents): StoredSeenEvents {
	const spans = Object.entries(seen).map(([bucket, digests]) => {
		const number = parseInt(bucket, 36);
		// Hours since 1970 are below ten million until the year 3100; minutes have been above since 1989
		const unit = number < 10_000_000 ? 3_600_000 : 60_000;
		return [`${(number * unit).toString(36)}.${(unit - 1).toString(36)}`, digests];
	});
	return Object.fromEntries(spans) as StoredSeenEvents;
}

/** Statuses had no version: one that nobody knows makes the next change one from an unknown status. */
function statusesOfVersion1({ values, list }: StoredStatuses): StoredStatuses {
	const entries = (list.match(/.{9}/g) ?? []).map((entry) => `${entry}0000`);
	return { values, list: entries.join('') };
}

/** Filter values as they are stored: a digest where they are too long. */
export function storedFilters(values: FilterValues): FilterValues | string {
	const text = JSON.stringify(values);
	return bytesOf(text) > LIMITS.maxFilterBytes ? digest(text) : values;
}

/** The state after filters were replaced: what was not read until `now` still belongs to the earlier ones. */
export function withFilters(state: PollState, values: FilterValues, now: number): PollState {
	const filters = storedFilters(values);
	const before = state.filters;
	// Filters that were too long to be stored cannot be read any more: the new ones count for all
	if (before === undefined || typeof before === 'string') return { ...state, filters };
	const replaced = [...(state.replacedFilters ?? []), { values: before, until: now }];
	while (replaced.length > 1 && bytesOf(JSON.stringify(replaced)) > LIMITS.maxFilterBytes) {
		const { until } = replaced.pop()!;
		replaced[replaced.length - 1].until = until;
	}
	return { ...state, filters, replacedFilters: replaced };
}

/** Bytes of a text in UTF-8. */
function bytesOf(text: string): number {
	return Buffer.byteLength(text);
}

/** True when filters let everything through that others did: they have no condition that is new or narrower. */
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

/** True for the same filter values, in whatever order. */
export function sameFilters(a: FilterValues | string, b: FilterValues | string): boolean {
	return sorted(a) === sorted(b);
}

/** JSON with the keys of objects in order. */
function sorted(value: unknown): string {
	return JSON.stringify(value, (_key, each: unknown) =>
		isObject(each)
			? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
			: each,
	);
}
