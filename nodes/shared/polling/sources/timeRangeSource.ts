import { FailureError } from '../../errors/failure';
import { HaltedError } from '../../errors/halted';
import { MINUTE } from '../../durations';
import { LIMITS } from '../../limits';
import { enriched } from '../enrich';
import { byPosition, type Found } from '../found';
import type { SeenEvents } from '../seenEvents';
import type { PollSession } from '../session';
import { endEarly, seenIn, TOO_SLOW, type Advance, type Source } from '../source';
import type { PollState } from '../state';
import { beginAgain, beginTimeRange, readOpening, sampleTimeRange } from './latest';
import { ChangedStatuses, UnseenEvents, type Novelty } from './novelty';
import { Positions, type PollRead } from './positions';
import { Rescans } from './rescans';
import { SliceLength, slicesOf, type Slice, type TimeRangeEvent } from './slices';
import { noteUnready, readUnready } from './unready';

/**
 * Source for operations that can be queried by time range.
 *
 * 1. A poll reads what is new: from the end of the last poll to now, in slices, until enough events are due.
 * 2. It reads the recent part of the lookback again, and about once an hour the whole, for events that came late.
 * 3. A position never moves past an event that was not emitted, nor past a slice that was not read completely.
 */
export const timeRangeSource: Source = {
	begin: beginTimeRange,
	beginAgain,
	advance: async (before, session) => {
		const result = await new TimeRangePoll(before, session).run();
		if (session.filtersEnd !== undefined) return result;
		return { ...result, state: await readOpening(result.state, session) };
	},
	sample: sampleTimeRange,
};

class TimeRangePoll implements PollRead {
	private readonly event: TimeRangeEvent;
	private readonly state: PollState;
	private readonly seen: SeenEvents;
	private readonly novelty: Novelty;
	private readonly rescans: Rescans;
	private readonly positions: Positions;
	private readonly freshLength: SliceLength;
	private readonly againLength: SliceLength;
	/** Length of the slices that are being read */
	private length: SliceLength;
	readonly fresh: Slice[] = [];
	readonly again: Slice[] = [];
	/** Events that were read by their UIDs after they had left the lookback */
	private unready: Found[] = [];
	/** Due events that were not emitted, by key */
	readonly waiting = new Map<string, Found>();

	constructor(
		private readonly before: PollState,
		private readonly session: PollSession,
	) {
		const { reader, recent, lookback, maxItems } = session;
		const event = (this.event = session.event as TimeRangeEvent);
		this.state = {
			...before,
			skippedUpTo: [...before.skippedUpTo],
			rescan: before.rescan && { ...before.rescan },
		};
		this.seen = seenIn(before.seenEvents, session);
		const lengthOf = (rows: number, longest?: number) =>
			new SliceLength(2 * lookback, recent, rows, longest);
		this.length = this.freshLength = lengthOf(
			2 * Math.min(maxItems, LIMITS.maxSliceEvents),
			before.sliceLength,
		);
		this.againLength = lengthOf(LIMITS.maxSliceRows, before.rescan?.sliceLength);
		this.positions = new Positions(this.state, session);
		this.rescans = new Rescans(before, this.state, session);
		const { changes, orderedBy } = event.source;
		this.novelty = changes
			? new ChangedStatuses(before, changes, reader)
			: new UnseenEvents(this.seen, this.state, orderedBy, session.end);
	}

	async run(): Promise<Advance> {
		try {
			const isFull = await this.readNew();
			await this.readAgain(isFull);
			await this.readUnready();
		} catch (error) {
			this.stopAt(error);
		}
		const emitted = await this.take();
		const state = this.finish();
		return {
			emitted,
			state,
			upToDate: this.positions.areUpToDate && this.waiting.size === 0 && this.rescans.areDone,
		};
	}

	/** Returns true if the poll has found as many events as it may emit. */
	private async readNew(): Promise<boolean> {
		const { event, session, length } = this;
		const { reader, maxItems, filtersEnd } = session;
		const open = event.source.leadTime === undefined && filtersEnd === undefined;
		// The range includes the last millisecond
		const end = open ? session.end : session.end + 1;
		// An object that was updated after filters were replaced can have been created before
		const to = event.source.orderedBy === 'update' ? Math.max(end, reader.now + 1) : end;
		const from = this.positions.readUpTo;
		let due = 0;
		// Events after the filters were replaced must not fill the poll, which does not take them
		const isTaken = (each: Found) => filtersEnd === undefined || !this.isTooLate(each);
		const dueIn = (found: Map<string, Found>) =>
			[...found.values()].filter((each) => this.novelty.isDue(each) && isTaken(each)).length;
		const isEnough = (found: Map<string, Found>) => due + dueIn(found) >= maxItems;
		const { unfinished } = this.before;
		const rest = unfinished?.at === from ? unfinished : undefined;
		const division = { length, isEnough };
		for await (const slice of slicesOf(event, reader, { from, to, open }, division, rest)) {
			this.fresh.push(slice);
			due += dueIn(slice.found);
			if (due >= maxItems) return true;
		}
		return false;
	}

	private async readAgain(isFull: boolean): Promise<void> {
		const { event, session, rescans } = this;
		const from = rescans.start(isFull);
		// What earlier polls have read, with the slice that they began: it has pages that this poll did not read
		const begun = !isFull && this.before.unfinished ? this.fresh[0] : undefined;
		const to = begun?.to ?? this.positions.readUpTo;
		if (from === undefined || from >= to) return;
		const length = (this.length = this.againLength);
		const span = { from, to, open: false };
		for await (const slice of slicesOf(event, session.reader, span, { length })) {
			this.again.push(slice);
		}
		rescans.noteRead(this.again.reduce((sum, { pages }) => sum + pages, 0));
	}

	/** Reads objects that left the lookback before they were ready. */
	private async readUnready(): Promise<void> {
		const { state, event, session, seen } = this;
		const { unready } = event.source;
		if (!unready || session.filtersEnd !== undefined) return;
		if (session.end - (state.unreadyReadAt ?? 0) < LIMITS.rescanEvery) return;
		this.unready = await readUnready(unready, session, state, seen);
	}

	/** Handles an error during reading: the poll continues with the slices that were read, or throws without any. */
	private stopAt(error: unknown): void {
		const nothing = this.fresh.length === 0;
		if (error instanceof HaltedError) {
			// The next poll uses shorter slices
			const hopeless = this.length.tried <= 1 || !this.length.answered;
			if (nothing && hopeless) throw new FailureError(error.failure ?? TOO_SLOW);
			this.length.narrow();
		} else {
			if (nothing) throw error;
			endEarly(error, this.session.reader);
		}
	}

	/** Takes the due events to emit, enriched if the user wants that. */
	private async take(): Promise<Advance['emitted']> {
		const { session, state } = this;
		const due = this.due();
		for (const each of due) this.waiting.set(each.key, each);
		const taken: Found[] = [];
		delete state.enrichAttempts;
		for (let at = 0; at < due.length && taken.length < session.maxItems;) {
			const batch = due.slice(at, at + session.maxItems - taken.length);
			const done = await this.takeBatch(batch);
			taken.push(...done.filter(({ unwanted }) => !unwanted));
			if (done.length < batch.length) break;
			at += batch.length;
		}
		// Events that did not fit into this poll are read again with the next one
		if ([...this.waiting.values()].some(({ again }) => again)) delete state.unreadyReadAt;
		return taken;
	}

	/** Enriches the next events, and remembers those that need not wait. */
	private async takeBatch(batch: Found[]): Promise<Found[]> {
		const { event, session, state } = this;
		const candidates = this.affordable(batch);
		const attempted = this.before.enrichAttempts;
		const result = await enriched(event, session.enricher, candidates, attempted);
		state.enrichAttempts = result.attempts;
		const stop = candidates.findIndex((each, i) => result.done[i]?.key !== each.key);
		const all = stop < 0 || this.mayOvertake(candidates);
		const done = all ? result.done : result.done.slice(0, stop);
		for (const each of done) {
			this.waiting.delete(each.key);
			this.novelty.remember(each);
		}
		const ended = new Set(done.map(({ id }) => id));
		state.unready = state.unready?.filter((uid) => !ended.has(uid));
		return done;
	}

	/** The candidates, without events in the future if there is no room to store them as seen. */
	private affordable(candidates: Found[]): Found[] {
		const { end } = this.session;
		const present = candidates.filter(({ at }) => at <= end);
		const later = candidates.length - present.length;
		return this.seen.hasRoom(end + 1, later) ? candidates : present;
	}

	/**
	 * True if there is room to store events after one that still waits for its text as seen. Otherwise they wait too, so
	 * that no event is emitted twice.
	 */
	private mayOvertake(candidates: Found[]): boolean {
		return candidates.length === 0 || this.seen.hasRoom(candidates[0].at, candidates.length);
	}

	/** State after this poll. */
	private finish(): PollState {
		const { state, seen, session } = this;
		this.positions.move(this);
		// Late events that did not fit into this poll are in the part that is read again
		const isLate = (key: string) => this.again.some(({ found }) => found.has(key));
		if ([...this.waiting.keys()].some(isLate) || (state.recentRead?.pages ?? 0) < 2)
			delete state.recentRead;
		if (session.filtersEnd === undefined && session.end - state.readUntil > 10 * MINUTE)
			session.reader.warn(
				'This trigger is more than 10 minutes behind. The next polls catch up, each with at most Max Items per Poll events.',
			);
		this.noteUnready();
		this.positions.fit(seen, this.all, this);
		this.novelty.store(state);
		if (state.rescan && this.againLength.narrowed)
			state.rescan.sliceLength = this.againLength.longest;
		const { longest, narrowed } = this.freshLength;
		if ((narrowed || !this.positions.areUpToDate) && Number.isFinite(longest))
			state.sliceLength = longest;
		else delete state.sliceLength;
		return state;
	}

	/** All events of this poll, ordered by position. */
	private get all(): Found[] {
		const all = new Map<string, Found>();
		for (const { found } of [...this.again, ...this.fresh]) {
			for (const [key, each] of found) all.set(key, each);
		}
		for (const each of this.unready) if (!all.has(each.key)) all.set(each.key, each);
		return [...all.values()].sort(byPosition);
	}

	/** The due events, ordered by position. */
	private due(): Found[] {
		return this.all.flatMap((found) =>
			this.isTooLate(found) ? [] : (this.novelty.taken(found) ?? []),
		);
	}

	/** True for an event after the filters of this session were replaced. */
	private isTooLate({ time }: Found): boolean {
		const { filtersEnd, end } = this.session;
		if (filtersEnd === undefined || time === undefined) return false;
		return this.event.source.orderedBy !== 'hiddenTime' && time > end;
	}

	/** Notes objects that leave the lookback before they are ready. */
	private noteUnready(): void {
		const { state, session, seen, rescans } = this;
		if (!this.event.source.unready || session.notesUnready === false) return;
		const leaving = Math.max(rescans.last - session.hourly, state.skippedUpTo[0]);
		noteUnready(state, { all: this.all, seen, leaving }, session);
	}
}
