import type { IDataObject } from 'n8n-workflow';

import { FailureError } from '../errors/failure';
import { omit, isObject } from '../objects';
import { isLater, type Position } from './found';

/* Stored values: a check of each type, from which TypeScript derives the type. */

/** True for a value of the type that a member of a state has. */
type Check<T> = (value: unknown) => value is T;

/** The type whose values pass a check. */
type Checked<C> = C extends Check<infer T> ? T : never;

/** Members by their checks. Those that may be undefined may be absent. */
type Members<C> = {
	[K in keyof C as undefined extends Checked<C[K]> ? never : K]: Checked<C[K]>;
} & {
	[K in keyof C as undefined extends Checked<C[K]> ? K : never]?: Checked<C[K]>;
};

function check<T>(test: (value: unknown) => boolean): Check<T> {
	return test as Check<T>;
}

const isText = check<string>((value) => typeof value === 'string');
const isTrue = check<true>((value) => value === true);
const isNumber = check<number>((value) => Number.isFinite(value));
const isCount = check<number>((value) => isNumber(value) && value >= 0);
const isLength = check<number>((value) => isNumber(value) && value >= 1);

/** Unix milliseconds of the years 1653 to 2286. A poll would ask for very many years otherwise. */
const isTime = check<number>((value) => isNumber(value) && Math.abs(value) <= 1e13);

const matches = (form: RegExp) => check<string>((value) => isText(value) && form.test(value));
const isDigests = matches(/^([\w-]{8})*$/);

const oneOf = <T>(values: readonly T[]) => check<T>((value) => values.includes(value as T));
const optional = <T>(own: Check<T>) =>
	check<T | undefined>((value) => value === undefined || own(value));
const listOf = <T>(own: Check<T>) =>
	check<T[]>((value) => Array.isArray(value) && value.every(own));
const tuple = <T extends unknown[]>(...checks: { [I in keyof T]: Check<T[I]> }) =>
	check<T>(
		(value) =>
			Array.isArray(value) &&
			value.length === checks.length &&
			checks.every((own, i) => own(value[i])),
	);
const recordOf = <T>(own: Check<T>, isName: (name: string) => boolean = isText) =>
	check<Record<string, T>>(
		(value) =>
			isObject(value) && Object.entries(value).every(([name, each]) => isName(name) && own(each)),
	);
const members = <C extends Record<string, Check<unknown>>>(checks: C) =>
	check<Members<C>>(
		(value) => isObject(value) && Object.entries(checks).every(([name, own]) => own(value[name])),
	);

/** Version of the stored state. A newer one is refused. Older ones were never published. */
const VERSION = 3;

/** Parts of the lookback that are scanned, the shortest first. */
export const PARTS = ['recent', 'hourly', 'whole'] as const;

const isPosition = tuple<Position>(isTime, isText);
const isSeen = recordOf(isDigests, (name) => isTime(parseInt(name, 36)));

/** Unfinished scan: its part of the lookback, its start, and where it goes on. */
const isScan = members({
	part: oneOf(PARTS),
	startedAt: isTime,
	/** Time up to which it has read */
	readUntil: isTime,
	/** Length of its slices in milliseconds, if the whole part could not be read at once */
	sliceLength: optional(isLength),
	/** Cursor of the next page of a list; the beginning without it, and the number of pages before it */
	cursor: optional(isText),
	pages: optional(isCount),
	/** Concatenated digests of the parents in a list that the service has refused so far */
	refused: optional(isDigests),
	/** True if there was no room for all events without a time that it has read */
	isCrowded: optional(isTrue),
});

/** Starts of complete scans. */
const isScanned = members({
	/** The last one of the whole lookback */
	whole: isTime,
	/** Time from which the next one reads: the lookback of the one before the last, so that two find what comes late */
	next: isTime,
	/** The last one of the hourly part, if the whole is read once a day */
	hourly: optional(isTime),
	/** The last one of the recent part or of a list, and its pages, if they are several */
	recent: optional(members({ at: isTime, pages: isCount })),
	/** The last read of objects that were not ready */
	unready: optional(isTime),
});

/** Objects that left the lookback before they were ready. */
const isUnready = members({
	uids: listOf(isText),
	/** Those that cannot be read at present, until when they are asked for */
	unreadable: optional(isSeen),
});

/** Facts of a list that can only be read as a whole. */
const isList = members({
	/** Concatenated digests of the parents that were never read: there are too many, or the service refused them */
	passedOver: optional(isDigests),
	/**
	 * Parents that the service refused in the last read of the list: the time from which each was refused, by digest. Older
	 * rows of a parent that was never read existed before, so they are no events
	 */
	refused: optional(recordOf(isTime)),
	/** True if the last scan had no room for all events without a time, so that new ones cannot be told from others */
	isCrowded: optional(isTrue),
});

/** The state, all of whose members have their types, so that a poll can go on from it. */
const isWhole = members({
	version: oneOf([VERSION]),
	/** Number of the poll that stored it, which is its time or more. The state with the higher number is the later one */
	revision: isNumber,
	/** ID and name of the node that stored it. The state of another ID is not taken up */
	node: isText,
	name: isText,
	/** Digest of the event, what it watches and where it starts. The trigger restarts if it changes */
	trigger: isText,
	/** Digest of base URL and own `user_ref`. The trigger restarts if it changes */
	account: isText,
	/** Digest of base URL and API key. The account is read again if it changes */
	key: isText,
	/** Digests of the filter values: of those that are sent, and of those that the node applies */
	filters: tuple<[sent: string, own: string]>(isText, isText),
	/** Start of the trigger */
	from: isTime,
	/** Everything before this time was read at least once */
	readUntil: isTime,
	/**
	 * Keys up to this position may be dropped, so a row that is not after it is no event, whatever a scan returns. A window, a
	 * lead time or a clock can therefore change without making old rows new
	 */
	floor: isPosition,
	/** While what existed at the start or a change of filters is not all read: the floor after that */
	opening: optional(isPosition),
	/** Keys of events that were emitted or count as seen */
	seen: isSeen,
	/** Unfinished scan of the lookback, or of a list */
	scan: optional(isScan),
	/** Starts of the last complete scans */
	scanned: isScanned,
	/** Length of the slices in milliseconds, if the whole range could not be read at once */
	sliceLength: optional(isLength),
	/** Attempts of events whose transcript or text could not be read, by digest of the event's key */
	attempts: optional(recordOf(tuple<[count: number, first: number]>(isCount, isTime))),
	/** Objects that left the lookback before they were ready */
	unready: optional(isUnready),
	/** Last known statuses, for Task Status Updated */
	statuses: optional(
		members({
			values: listOf(isText),
			list: matches(/^([\w-]{7}-?[0-9a-z]{1,11}[A-Z])*$/),
		}),
	),
	/** Facts of a list that can only be read as a whole */
	list: optional(isList),
});

/**
 * Stored state of a trigger: JSON of at most 64 KiB in the workflow's static data. Times are Unix milliseconds. From
 * 0.1.0 on, a change of names or meaning needs a new version and a migration in `readState`.
 */
export type PollState = Checked<typeof isWhole>;
export type Scan = Checked<typeof isScan>;
type Scanned = Checked<typeof isScanned>;
export type ListState = Checked<typeof isList>;

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
	// n8n returns proxies (n8n 2.41, n8n-workflow/observable-object.ts), which are slow and cannot be cloned
	const state: IDataObject & PollState = JSON.parse(JSON.stringify(stored));
	const version = Number(state.version ?? 0);
	if (version > VERSION) throw new FailureError(NEWER);
	if (version < VERSION) return undefined;
	if (!isWhole(state)) throw new FailureError(DAMAGED);
	return state;
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
		...omit(state, 'scan'),
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
