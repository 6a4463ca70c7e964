import { FailureError, failureOf, HaltedError, isRefusal } from '../errors/failure';
import { declareLimits } from '../limits';
import { omit } from '../objects';
import { type ReadRange, eventKey, type Reader, type Refusal, type RowPage } from './event';
import { byPosition, byTime, isBehind, isLater, type FoundEvent, type Position } from './found';
import { endEarly, type Poll, type Reading, TOO_SLOW } from './pollReading';
import { isRecentlyRead } from './scan';
import { digest, digestsIn } from './seenEvents';
import type { PollSession } from './session';
import { type ListState, type PollState, raiseFloor, type Scan, stateFrom } from './state';
import type { Start } from './triggerFields';

const OWN_LIMITS = declareLimits({
	/** Pages of a whole list that every poll reads. One of more pages is read once in as many minutes, at most ten */
	freeListPages: 5,
	/** Most rows without a time among which new ones can be detected */
	maxUndated: 2_500,
});

/**
 * Reads a list that can only be read as a whole. An event with a time is new if it is after the floor and not stored as
 * seen, an event without a time if it is not stored as seen.
 *
 * - A list that takes more than a poll is read on from its cursor. One of several pages is read once in as many minutes.
 * - While the state has an opening, what exists counts as seen: up to the floor, or without a time.
 */
export class ListReading implements Reading {
	private readonly scan: Scan;
	/** False for what can be selected by time of a list that was read a short time ago */
	private readonly isWhole: boolean;
	private list: ListRead = { all: [], pages: 0, refused: [] };

	constructor(private readonly poll: Poll) {
		const { now } = poll.session.reader;
		this.scan = poll.state.scan ?? { part: 'whole', startedAt: now, readUntil: now };
		this.isWhole = poll.before.scan !== undefined || !isRecentlyRead(poll.before, now);
	}

	async read(): Promise<FoundEvent[]> {
		const { session, seen } = this.poll;
		const { source } = session.event;
		const { now } = session.reader;
		if (this.isWhole) this.list = await readOn(session, this.scan.cursor);
		else if (source.recent) this.list = await readList(session, { from: now - source.recent });
		const { all } = this.list;
		const wanted = new Set(await wantedOf(all, session));
		// Seen events without a time are kept until a time after now
		let room = OWN_LIMITS.maxUndated - seen.count(now + 1);
		const found = all.filter(({ time, key }) => time !== undefined || seen.has(key) || room-- > 0);
		if (found.length < all.length) this.scan.isCrowded = true;
		return found.map((each) => this.judged(each, wanted.has(each)));
	}

	/**
	 * The event, which may count as seen. Seen events without a time are dropped last: they are kept until a lookback after
	 * they were last read.
	 */
	private judged(found: FoundEvent, isWanted: boolean): FoundEvent {
		const { before, session } = this.poll;
		const { floor, opening, list = {} } = before;
		const isUndated = found.time === undefined;
		const isOld = opening ? isUndated || !isBehind(found, floor) : isUndated && list.isCrowded;
		const skip = !isWanted || isOld || existedBefore(found, list, floor);
		// A start can be in the future
		const keepUntil = isUndated ? Math.max(found.at, floor[0]) + session.lookback : found.at;
		return { ...found, keepUntil, skip };
	}

	move(): boolean {
		const { scan, isWhole, poll, list } = this;
		const { state, waiting, session } = poll;
		const { next, pages } = list;
		const upToDate = waiting.size === 0 && next === undefined;
		if (!isWhole) return upToDate;
		const refused = [...new Set([...digestsIn(scan.refused ?? ''), ...list.refused])];
		const isPart = next !== undefined || scan.cursor !== undefined;
		// What waits is read again
		const read = { cursor: next, refused: refused.join(''), pages: (scan.pages ?? 0) + pages };
		const rest = waiting.size > 0 ? scan : { ...scan, ...read };
		state.scan = isPart && !upToDate ? rest : undefined;
		const free = session.event.source.recent ? 1 : OWN_LIMITS.freeListPages;
		const isLong = upToDate && read.pages > free;
		state.scanned.recent = isLong ? { at: scan.startedAt, pages: read.pages } : undefined;
		if (next === undefined) this.wholeRead(refused);
		if (upToDate) raiseFloor(state, [poll.before.readUntil - session.lookback, '']);
		return upToDate;
	}

	/** Notes that the list was read to its end. */
	private wholeRead(refused: string[]): void {
		const { state } = this.poll;
		const { startedAt } = this.scan;
		const { opening, floor, readUntil, list } = state;
		const unread = refused.filter((name) => opening !== undefined || isUnread(list, name));
		const since = opening ? floor[0] : startedAt + 1;
		state.list = {
			...(this.scan.isCrowded && { isCrowded: true }),
			...parentsAfter(list, { refused, unread, since, readUntil }),
		};
		const passedOver = [...(this.list.passedOver ?? []).map(digest), ...unread].join('');
		if (passedOver) state.list.passedOver = passedOver;
		state.readUntil = Math.max(readUntil, startedAt);
		// A start can be in the future
		if (!opening || startedAt + 1 < floor[0]) return;
		delete state.opening;
		state.floor = opening;
	}
}

/** Parents that the service has refused, with the time up to which their rows are known. */
interface RefusedParents {
	/** Digests of all of them, and of those that were never read: what they had before `since` existed before */
	refused: string[];
	unread: string[];
	since: number;
	/** Start of the last whole read */
	readUntil: number;
}

function parentsAfter(
	list: ListState = {},
	{ refused, unread, since, readUntil }: RefusedParents,
): Pick<ListState, 'refused'> {
	if (refused.length === 0) return {};
	const sinceOf = (name: string) =>
		list.refused?.[name] ?? (unread.includes(name) ? since : readUntil);
	return { refused: Object.fromEntries(refused.map((name) => [name, sinceOf(name)])) };
}

/** True for a parent that was never read, by its digest. */
function isUnread({ passedOver = '' }: ListState = {}, name: string): boolean {
	return digestsIn(passedOver).includes(name);
}

/** True for what a parent had before it was watched, or may have had when the service began to refuse it. */
function existedBefore(
	{ parent = '', time }: FoundEvent,
	list: ListState,
	[floor]: Position,
): boolean {
	const name = digest(parent);
	const since = list.refused?.[name] ?? Infinity;
	if (isUnread(list, name)) return (time ?? -Infinity) < since;
	// What has no time is forgotten if it is not read for long
	return time === undefined && since < floor;
}

/** State before the first poll, with the floor up to which nothing is emitted while the list is read for the first time. */
export async function beginList(session: PollSession, start: Start): Promise<PollState> {
	const { now } = session.reader;
	const from = now - session.lookback;
	if (start.from === 'now')
		return { ...stateFrom(from), floor: [now + 1, ''], opening: [from, ''] };
	if (start.from === 'date') {
		const since = start.since(now);
		return { ...stateFrom(since), opening: [since, ''] };
	}
	const { all, next, failure, refused } = await readList(session);
	// The latest items are known only when all were read
	if (next) throw failure instanceof FailureError ? failure : new FailureError(TOO_SLOW);
	const dated = datedIn(await wantedOf(all, session));
	const before = dated.at(-start.count - 1);
	const first = Math.min(from, ...dated.slice(-start.count).map(({ at }) => at));
	// The latest items are those of the other parents
	const parents = parentsAfter({}, { refused, unread: refused, since: now + 1, readUntil: first });
	return {
		...stateFrom(first),
		floor: before ? [before.at, before.id] : [0, ''],
		opening: [first, ''],
		list: { passedOver: refused.join(''), ...parents },
	};
}

/** The state after other parents were chosen: what exists counts as seen. Events that were not wanted do so already. */
export function refilterList(state: PollState, isSentSame: boolean): PollState {
	if (isSentSame) return state;
	const { floor, opening = floor, readUntil, scanned } = state;
	const next: PollState = { ...omit(state, 'scan'), opening };
	next.scanned = omit(scanned, 'recent');
	if (isLater([readUntil, ''], floor)) next.floor = [readUntil, ''];
	return next;
}

/** Reads the list from where the last poll ended. */
async function readOn(session: PollSession, cursor: string | undefined) {
	return await readList(session, { cursor }).catch(async (error: Error) => {
		// The service may have forgotten the cursor of an earlier poll
		if (!cursor || !isRefusal(failureOf(error))) throw error;
		return await readList(session);
	});
}

/** The part of a list that was read: events by position, the cursor with which the next poll goes on, and what was left out. */
interface ListRead {
	all: FoundEvent[];
	pages: number;
	next?: string;
	passedOver?: string[];
	/** Digests of the parents that the service has refused */
	refused: string[];
	failure?: Error;
}

/** Reads pages of the list, by default all. Warns of what the service refuses, and throws if it refuses everything. */
async function readList(
	{ event, reader }: PollSession,
	bounds: Partial<ReadRange> = {},
): Promise<ListRead> {
	const all = new Map<string, FoundEvent>();
	const refused: Refusal[] = [];
	let pages = 0;
	let last: RowPage | undefined;
	const readAll = async () => {
		for await (const page of event.source.read(reader, { from: -Infinity, ...bounds })) {
			pages++;
			last = page;
			if (page.refused) refused.push(page.refused);
			for (const row of page.rows) {
				const each = event.fact(row, reader);
				if (!each) continue;
				const at = each.time ?? reader.now;
				all.set(eventKey(each), { ...each, key: eventKey(each), row, at, keepUntil: at });
			}
		}
	};
	const failure = await readAll().then(
		() => undefined,
		(error: Error) => error,
	);
	if (failure) passEarlyEnd(failure, pages, reader);
	const { next, passedOver } = last ?? { rows: [] };
	if (refused.length > 0) {
		const isAll = refused.length === pages && bounds.cursor === undefined && next === undefined;
		const words = event.source.refusal!(refused, isAll, reader);
		if (isAll) throw new FailureError({ ...words, status: refused[0].status });
		reader.warn(`${words.message}. ${words.description}`);
	}
	const names = refused.map(({ parent }) => digest(parent));
	const found = [...all.values()].sort(byPosition);
	return { all: found, next, pages, passedOver, failure, refused: names };
}

/** Lets a poll go on with what it has read before a failure, unless that was nothing, or the failure does not pass. */
function passEarlyEnd(error: Error, pages: number, reader: Reader): void {
	const isHalted = error instanceof HaltedError;
	if (pages === 0) throw isHalted ? new FailureError(error.failure ?? TOO_SLOW) : error;
	if (isHalted) return;
	const { status, transient } = failureOf(error);
	// A list that breaks the contract does so in the next poll too
	if (status === undefined && !transient) throw error;
	endEarly(error, reader);
}

/** Test events: the latest wanted ones that have a time, or any others. */
export async function sampleList(session: PollSession, count: number): Promise<FoundEvent[]> {
	const wanted = await wantedOf((await readList(session)).all, session);
	const dated = datedIn(wanted);
	return dated.length > 0 ? dated.slice(-count) : wanted.slice(0, count);
}

/** The events that match the filters. */
async function wantedOf(all: FoundEvent[], { event, reader }: PollSession): Promise<FoundEvent[]> {
	const { wanted } = event.source;
	if (!wanted) return all;
	const asked = all.map(async ({ row }) => await wanted(row, reader));
	const wishes = await Promise.all(asked);
	return all.filter((_found, i) => wishes[i]);
}

/** The events that have a time, in its order. */
function datedIn(all: FoundEvent[]): FoundEvent[] {
	return all.filter(({ time }) => time !== undefined).sort(byTime);
}
