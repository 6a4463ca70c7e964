import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../api/answer';
import { FailureError } from '../errors/failure';
import { omit } from '../omit';
import type { Attempts } from './enrich';
import { isLater, type Position } from './found';
import { digest, type StoredSeenEvents } from './seenEvents';
import type { Unfinished } from './slices';
import type { StoredStatuses } from './statusChanges';

/** Version of the stored state. A newer one is refused. Older ones were never published. */
const VERSION = 3;

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
	/** Digests of the filter values: of those that are sent, and of those that the node applies */
	filters: [sent: string, own: string];
	/** Start of the trigger */
	from: number;
	/** Everything before this time was read at least once */
	readUntil: number;
	/** Keys up to this position may be dropped, so a row that is not after it is no event, whatever a scan returns */
	floor: Position;
	/** While what existed at the start or a change of filters is not all read: the floor after that */
	opening?: Position;
	/** Keys of events that were emitted or count as seen */
	seen: StoredSeenEvents;
	/** Unfinished scan of the lookback, or of a list */
	scan?: Scan;
	/** Starts of the last complete scans */
	scanned: Scanned;
	/** A time with more events than fit into a poll */
	unfinished?: Unfinished;
	/** Length of the slices in milliseconds, if the whole range could not be read at once */
	sliceLength?: number;
	/** Attempts of events whose transcript or text could not be read, by digest of the event's key */
	attempts?: Attempts;
	/** Objects that left the lookback before they were ready */
	unready?: UnreadyObjects;
	/** Last known statuses, for Task Status Updated */
	statuses?: StoredStatuses;
	/** Facts of a list that can only be read as a whole */
	list?: ListState;
}

/** Parts of the lookback that are scanned, the shortest first. */
export const PARTS = ['recent', 'hourly', 'whole'] as const;

/** Unfinished scan: its part of the lookback, its start, and where it goes on. */
export interface Scan {
	part: (typeof PARTS)[number];
	startedAt: number;
	/** Time up to which it has read */
	readUntil: number;
	/** Length of its slices in milliseconds, if the whole part could not be read at once */
	sliceLength?: number;
	/** Cursor of the next page of a list; the beginning without it, and the number of pages before it */
	cursor?: string;
	pages?: number;
	/** Concatenated digests of the parents in a list that the service has refused so far */
	refused?: string;
	/** True if there was no room for all events without a time that it has read */
	isCrowded?: true;
}

/** Starts of complete scans. */
export interface Scanned {
	/** The last one of the whole lookback */
	whole: number;
	/** Time from which the next one reads: the lookback of the one before the last, so that two find what comes late */
	next: number;
	/** The last one of the hourly part, if the whole is read once a day */
	hourly?: number;
	/** The last one of the recent part or of a list, and its pages, if they are several */
	recent?: { at: number; pages: number };
	/** The last read of objects that were not ready */
	unready?: number;
}

/** Objects that left the lookback before they were ready. */
export interface UnreadyObjects {
	uids: string[];
	/** Those that cannot be read at present, until when they are asked for */
	unreadable?: StoredSeenEvents;
}

/** Stored facts of a list that can only be read as a whole. */
export interface ListState {
	/** Concatenated digests of the parents that were never read: there are too many, or the service refused them */
	passedOver?: string;
	/**
	 * Parents that the service refused in the last read of the list: the time from which each was refused, by digest. Older
	 * rows of a parent that was never read existed before, so they are no events
	 */
	refused?: Record<string, number>;
	/** True if the last scan had no room for all events without a time, so that new ones cannot be told from others */
	isCrowded?: true;
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
		filters: ['', ''],
		from: time,
		readUntil: time,
		floor: [time, ''],
		seen: {},
		scanned: { whole: 0, next: time },
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
function isWhole({ from, readUntil, floor, seen, scanned }: PollState): boolean {
	const areTimes = [from, readUntil].every(Number.isFinite) && Array.isArray(floor);
	return areTimes && isObject(seen) && isObject(scanned);
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

/** Raises the floor of a state to a position that is later. What existed below is not read any more. */
export function raiseFloor(state: PollState, position: Position): void {
	if (isLater(position, state.floor)) {
		state.floor = position;
		delete state.opening;
	} else if (state.opening && isLater(position, state.opening)) state.opening = position;
}

/** True if a state has read after `latest`, in Unix milliseconds. */
export function isAhead({ readUntil, scanned, scan }: PollState, latest: number): boolean {
	const { recent, ...others } = scanned;
	const times = [readUntil, scan?.startedAt, recent?.at, ...Object.values(others)];
	return times.some((time = -Infinity) => time > latest);
}

/**
 * The state with no position after `latest`, in Unix milliseconds, so that what follows is read again. The start and
 * the floor go back to `floor` at most: of what is older nobody knows whether it was emitted.
 */
export function broughtBack(state: PollState, latest: number, floor = latest): PollState {
	const others = omit(state.scanned, 'recent');
	const back = <T extends Position | undefined>(position: T) =>
		position && position[0] > floor ? ([floor, ''] as Position) : position;
	return {
		...omit(state, 'scan', 'unfinished'),
		from: Math.min(state.from, floor),
		readUntil: Math.min(state.readUntil, latest),
		floor: back(state.floor) as Position,
		...(state.opening && { opening: back(state.opening) }),
		scanned: Object.fromEntries(
			Object.entries(others).map(([part, at]) => [
				part,
				Math.min(at, part === 'next' ? floor : latest),
			]),
		) as unknown as Scanned,
	};
}

/** JSON with sorted keys. */
export function sortedJson(value: unknown): string {
	return JSON.stringify(value, (_key, each: unknown) =>
		isObject(each)
			? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
			: each,
	);
}

/** Name of a state, the same for states with equal values in any order: a database can change the order. */
export function nameOf(state: PollState | undefined): string {
	return digest(sortedJson(state ?? ''));
}
