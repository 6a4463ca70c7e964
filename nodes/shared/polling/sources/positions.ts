import { LIMITS } from '../../limits';
import { evict } from '../eviction';
import { byPosition, type Found } from '../found';
import type { SeenEvents } from '../seenEvents';
import type { PollSession } from '../session';
import type { PollState } from '../state';
import type { Slice, TimeRangeEvent } from './slices';

/** The slices and events of a poll: `fresh` slices are new, `again` is the rescan, `waiting` are due events that it does not emit. */
export interface PollRead {
	fresh: Slice[];
	again: Slice[];
	waiting: Map<string, Found>;
}

/** Moves the positions of a state. They never pass an event that was not emitted, nor a slice that was not read. */
export class Positions {
	private readonly orderedBy: TimeRangeEvent['source']['orderedBy'];
	/** Time up to which earlier polls have read, but not after now: the clock can have been set back */
	readonly readUpTo: number;
	/** End of what was read without a gap, in Unix milliseconds */
	private reached: number;

	constructor(
		private readonly state: PollState,
		private readonly session: PollSession,
	) {
		this.orderedBy = (session.event as TimeRangeEvent).source.orderedBy;
		this.readUpTo = Math.min(state.readUntil, session.end);
		this.reached = state.readUntil;
	}

	/** True if everything up to now was read and taken. */
	get areUpToDate(): boolean {
		// What is ordered by its update is read with the last millisecond
		const end = this.session.end + Number(this.orderedBy === 'update');
		return this.reached >= end && !this.state.unfinished;
	}

	/** Moves the positions past slices that were read completely and whose events were all taken. */
	move({ fresh, again, waiting }: PollRead): void {
		const { state } = this;
		const { end, lookback } = this.session;
		const before = state.readUntil;
		const read = this.readOf(fresh, waiting);
		const [next] = fresh.slice(read.length);
		this.reached = Math.max(before, ...read.map(({ to }) => to));
		state.readUntil = Math.max(before, Math.min(this.reached, end));
		const cursor = next && cursorIn(next, waiting);
		if (cursor === undefined) delete state.unfinished;
		else state.unfinished = { at: next.from, to: next.asked, cursor };
		const { rescan } = state;
		if (!rescan) return;
		for (const { to } of this.readOf(again, waiting))
			rescan.readUntil = Math.max(rescan.readUntil, to);
		if (rescan.readUntil < this.readUpTo) return;
		delete state.rescan;
		if (rescan.part === 'hourly') {
			state.lastHourlyRescanAt = rescan.startedAt;
			return;
		}
		// Events that were final at the last rescan have been read twice since then
		const lastRescan = Math.min(state.lastRescanAt, end);
		this.raise(Math.min(this.readUpTo, lastRescan - lookback));
		state.lastRescanAt = rescan.startedAt;
	}

	/** Keeps the seen events within their bound, and what was emitted from the page that the next poll reads again. */
	fit(seen: SeenEvents, all: Found[], { fresh, waiting }: PollRead): void {
		const { state } = this;
		const { end: now, reader } = this.session;
		const kept = this.seenInPage(seen, fresh);
		seen.forgetBefore(state.skippedUpTo[0]);
		const [first] = [...waiting.values()].filter(({ again }) => !again).sort(byPosition);
		const bounds = { most: LIMITS.maxSeenBytes, waiting: first, moment: state.unfinished?.at };
		this.skip(evict(seen, { ...bounds, read: all, now }, reader.warn));
		for (const { key, keepUntil } of kept) seen.remember(key, keepUntil);
	}

	private skip(position: PollState['skippedUpTo'] | undefined): void {
		const { state } = this;
		if (!position || position[0] < state.skippedUpTo[0]) return;
		state.skippedUpTo = position;
		if (this.orderedBy !== 'update') state.finalBefore = Math.max(state.finalBefore, position[0]);
	}

	/** The slices before the first one that was not read to its end, or has an event that was not taken. */
	private readOf(slices: Slice[], waiting: PollRead['waiting']): Slice[] {
		const end = slices.findIndex(
			({ to, found, next }) =>
				next !== undefined ||
				[...found.values()].some((each) => waiting.has(each.key) && this.holds(each, to)),
		);
		return end < 0 ? slices : slices.slice(0, end);
	}

	/** True for an event that no later slice contains. Events in the future are read again by every poll. */
	private holds({ at }: Found, to: number): boolean {
		return this.orderedBy !== undefined || at < to || this.session.filtersEnd !== undefined;
	}

	private seenInPage(seen: SeenEvents, fresh: Slice[]): Found[] {
		const { at, cursor } = this.state.unfinished ?? {};
		const slice = fresh.find(({ from }) => from === at);
		const all = [...(slice?.found.values() ?? [])];
		return all.filter(({ key, page }) => page === cursor && seen.has(key));
	}

	/** Makes everything before `final` (Unix milliseconds) final, so that it is not read again. */
	private raise(final: number): void {
		const { state } = this;
		const before = state.finalBefore;
		state.finalBefore = Math.max(before, final);
		// An updated object is read again at a later position, perhaps by the next poll only, so its event must not be skipped
		// as too old
		const settled =
			this.orderedBy !== 'update' ? state.finalBefore : this.areUpToDate ? before : -Infinity;
		if (settled > state.skippedUpTo[0]) state.skippedUpTo = [settled, ''];
	}
}

/** Cursor of the page with which the next poll goes on in a slice of one time; undefined for the first page. */
function cursorIn({ found, next }: Slice, waiting: PollRead['waiting']): string | undefined {
	const first = [...found.values()].find(({ key }) => waiting.has(key));
	const cursor = first ? first.page : next;
	return cursor !== undefined && cursor.length <= LIMITS.maxStoredCursor ? cursor : undefined;
}
