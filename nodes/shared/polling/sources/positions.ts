import { MINUTE } from '../../durations';
import { LIMITS } from '../../limits';
import { looksAhead, type TimeRange } from '../event';
import { evict, warnOfCrowd } from '../eviction';
import { byPosition, type Found } from '../found';
import type { SeenEvents } from '../seenEvents';
import type { PollSession } from '../session';
import { seenIn } from '../source';
import type { PollState, Rescan } from '../state';
import { ChangedStatuses, type Novelty, UnseenEvents } from './novelty';
import { type Slice, SliceLength } from './slices';

/** One poll of a time range: what it begins with, what it has read, and the state that it changes. */
export class TimeRangePoll {
	readonly source: TimeRange;
	readonly state: PollState;
	readonly seen: SeenEvents;
	readonly novelty: Novelty;
	readonly freshLength: SliceLength;
	readonly againLength: SliceLength;
	/** Slices that are new, and those of the rescan */
	readonly fresh: Slice[] = [];
	readonly again: Slice[] = [];
	/** Events that were read by their UIDs after they had left the lookback */
	unready: Found[] = [];
	/** All events that were read, ordered by position */
	all: Found[] = [];
	/** Due events that were not emitted, by key */
	readonly waiting = new Map<string, Found>();
	/** Time up to which earlier polls have read, but not after now: the clock can have been set back */
	readonly readUpTo: number;
	/** End of what was read without a gap, in Unix milliseconds */
	reached: number;
	/** True if events in the future wait for room to be stored as seen */
	isCrowded = false;

	constructor(
		readonly before: PollState,
		readonly session: PollSession<TimeRange>,
	) {
		const { rescan, readUntil } = before;
		this.source = session.event.source;
		this.state = { ...before, rescan: rescan && { ...rescan } };
		this.seen = seenIn(before.seenEvents, session);
		this.novelty = this.source.changes
			? new ChangedStatuses(before, this.source.changes, session.reader)
			: new UnseenEvents(this.seen, this.state, session);
		const rows = 2 * Math.min(session.maxItems, LIMITS.maxSliceEvents);
		this.freshLength = new SliceLength(session, rows, before.sliceLength);
		this.againLength = new SliceLength(session, LIMITS.maxSliceRows, rescan?.sliceLength);
		this.readUpTo = Math.min(readUntil, session.end);
		this.reached = readUntil;
	}

	/** True if everything up to now was read and taken. */
	get isUpToDate(): boolean {
		// What is ordered by its update is read with the last millisecond
		const end = this.session.end + Number(this.source.orderedBy === 'update');
		return this.reached >= end && !this.state.unfinished;
	}
}

/**
 * Moves the positions past slices that were read completely and whose events were all taken. They never pass an event that
 * was not emitted, nor a slice that was not read.
 */
export function movePositions(poll: TimeRangePoll): void {
	const { state, session, fresh, again, waiting } = poll;
	const read = wholeSlices(fresh, poll);
	const [next] = fresh.slice(read.length);
	poll.reached = Math.max(poll.reached, ...read.map(({ to }) => to));
	state.readUntil = Math.max(state.readUntil, Math.min(poll.reached, session.end));
	const cursor = next && cursorIn(next, waiting);
	if (cursor === undefined) delete state.unfinished;
	else state.unfinished = { at: next.from, to: next.asked, cursor };
	const { rescan } = state;
	if (!rescan) return;
	for (const { to } of wholeSlices(again, poll)) rescan.readUntil = Math.max(rescan.readUntil, to);
	if (rescan.readUntil < poll.readUpTo) return;
	delete state.rescan;
	if (rescan.part === 'hourly') {
		state.lastHourlyRescanAt = rescan.startedAt;
		return;
	}
	// Events that were final at the last rescan have been read twice since then
	const lastRescan = Math.min(state.lastRescanAt, session.end);
	raise(Math.min(poll.readUpTo, lastRescan - session.lookback), poll);
	state.lastRescanAt = rescan.startedAt;
}

/** Makes everything before `final` (Unix milliseconds) final, so that it is not read again. */
function raise(final: number, { state, source, isUpToDate }: TimeRangePoll): void {
	const before = state.finalBefore;
	state.finalBefore = Math.max(before, final);
	// An updated object is read again at a later position, perhaps by the next poll only, so its event must not be skipped
	// as too old
	const settled =
		source.orderedBy !== 'update' ? state.finalBefore : isUpToDate ? before : -Infinity;
	if (settled > state.skippedUpTo[0]) state.skippedUpTo = [settled, ''];
}

/** The slices before the first one that was not read to its end, or has an event that was not taken. */
function wholeSlices(slices: Slice[], { source, session, waiting }: TimeRangePoll): Slice[] {
	// Events in the future are read again by every poll: no other event is in a later slice as well
	const isHeld = (key: string, to: number) =>
		waiting.has(key) &&
		(source.orderedBy !== undefined ||
			waiting.get(key)!.at < to ||
			session.filtersEnd !== undefined);
	const end = slices.findIndex(
		({ to, found, next }) => next !== undefined || [...found.keys()].some((key) => isHeld(key, to)),
	);
	return end < 0 ? slices : slices.slice(0, end);
}

/** Keeps the seen events within their bound, and what was emitted from the page that the next poll reads again. */
export function fit({ state, session, source, seen, fresh, waiting, all }: TimeRangePoll): void {
	const { at: moment, cursor } = state.unfinished ?? {};
	const begun = fresh.find(({ from }) => from === moment)?.found.values() ?? [];
	const kept = [...begun].filter(({ key, page }) => page === cursor && seen.has(key));
	// What was created while a poll read, or by another clock, can be behind its stored position
	const { maxSeenBytes: most, maxCreatedLater } = LIMITS;
	const isHidden = source.orderedBy === 'hiddenTime' && seen.size <= most;
	seen.forgetBefore(state.skippedUpTo[0] - (isHidden ? maxCreatedLater : 0));
	const [first] = [...waiting.values()].filter(({ again }) => !again).sort(byPosition);
	const bounds = { most, waiting: first, moment, read: all, now: session.end };
	const position = seen.size > most && evict(seen, bounds);
	// What is past its time is not missed by an event that looks ahead
	const { event, reader } = session;
	if (position && (!looksAhead(event) || position[0] > reader.now + 1)) warnOfCrowd(session);
	if (position && position[0] >= state.skippedUpTo[0]) {
		state.skippedUpTo = position;
		if (source.orderedBy !== 'update') state.finalBefore = Math.max(state.finalBefore, position[0]);
	}
	for (const { key, keepUntil } of kept) seen.remember(key, keepUntil);
}

/** Cursor of the page with which the next poll goes on in a slice of one time; undefined for the first page. */
function cursorIn({ found, next }: Slice, waiting: TimeRangePoll['waiting']): string | undefined {
	const first = [...found.values()].find(({ key }) => waiting.has(key));
	const cursor = first ? first.page : next;
	return cursor !== undefined && cursor.length <= LIMITS.maxStoredCursor ? cursor : undefined;
}

/** True while what was read again may wait: a page of it is read per minute, and all of it after 10 minutes in any case. */
export function isRecentlyRead({ recentRead }: PollState, now: number): boolean {
	const { at, pages } = recentRead ?? { at: 0, pages: 0 };
	// A poll may come some seconds early
	return now - at < (Math.min(pages, 10) - 0.5) * MINUTE;
}

/**
 * Time from which a poll reads again, in Unix milliseconds: the recent part of the lookback, or about once an hour or day
 * the rest. Undefined if nothing is due. A full poll would emit nothing, unless it looks ahead.
 */
export function rescanStart(poll: TimeRangePoll, isFull: boolean): number | undefined {
	const { state } = poll;
	const { end: now, filtersEnd, recent } = poll.session;
	// Earlier filters end with a poll that has read everything
	// What was added since can be more urgent than what fills a poll
	const isLast = isFull && !looksAhead(poll.session.event);
	const mayWait = filtersEnd === undefined && (isLast || isRecentlyRead(state, now));
	const part = partDue(poll, mayWait);
	if (part && state.rescan?.part !== 'whole' && state.rescan?.part !== part)
		state.rescan = { part, startedAt: now, readUntil: startOf(part, poll) };
	if (state.rescan) return state.rescan.readUntil;
	return mayWait ? undefined : Math.max(state.finalBefore, now - recent);
}

/** Start of the last rescan of the hourly part or the whole, in Unix milliseconds. */
export function lastRescan({ lastRescanAt, lastHourlyRescanAt = 0 }: PollState): number {
	return Math.max(lastRescanAt, lastHourlyRescanAt);
}

/** False if filters were replaced and the lookback was not read with the earlier ones since. */
export function isRescanned({ state, session: { filtersEnd } }: TimeRangePoll): boolean {
	return filtersEnd === undefined || state.lastRescanAt >= filtersEnd;
}

/** Part of the lookback whose rescan is due, beyond the recent part. */
function partDue(poll: TimeRangePoll, mayWait: boolean): Rescan['part'] | undefined {
	const { state } = poll;
	const { recent, hourly, lookback, end: now } = poll.session;
	const daily = hourly < lookback;
	const every = daily ? LIMITS.wholeRescanEvery : LIMITS.rescanEvery;
	const behind = state.finalBefore < now - lookback - Math.max(recent, 2 * every);
	const overdue = now - state.lastRescanAt >= every;
	if (behind || overdue || !isRescanned(poll)) return 'whole';
	if (recent >= lookback) return mayWait ? undefined : 'whole';
	return daily && now - lastRescan(state) >= LIMITS.rescanEvery ? 'hourly' : undefined;
}

/** Start of a rescan in Unix milliseconds. The hourly part includes what leaves it now, to note objects that are not ready. */
function startOf(part: Rescan['part'], { state, session }: TimeRangePoll): number {
	if (part === 'whole') return state.finalBefore;
	return Math.max(state.finalBefore, Math.min(session.end, lastRescan(state)) - session.hourly);
}
