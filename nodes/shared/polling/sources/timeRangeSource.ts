import { FailureError, failureOf } from '../../errors/failure';
import { HaltedError } from '../../errors/halted';
import { MINUTE } from '../../api/time';
import { LIMITS } from '../../limits';
import { enriched } from '../enrich';
import { keyOf } from '../event';
import { evict } from '../eviction';
import { byPosition, byTime, isBehind, type Found } from '../found';
import { passOver, wasPassedOver } from '../passedOver';
import { SeenEvents } from '../seenEvents';
import type { PollSession } from '../session';
import {
	bucketSpan,
	emittedOf,
	TOO_SLOW,
	warnOfEviction,
	type Advance,
	type Source,
} from '../source';
import type { PollState, Rescan } from '../state';
import { previousOf, Statuses } from '../statusChanges';
import { beginAgain, beginTimeRange, sampleTimeRange } from './latest';
import { SliceLength, slicesOf, type Slice, type TimeRangeEvent } from './slices';

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
	advance: async (before, session) => await new TimeRangePoll(before, session).run(),
	sample: sampleTimeRange,
};

class TimeRangePoll {
	private readonly event: TimeRangeEvent;
	private readonly state: PollState;
	private readonly seen: SeenEvents;
	private readonly statuses: Statuses;
	private readonly length: SliceLength;
	private readonly fresh: Slice[] = [];
	private readonly again: Slice[] = [];
	/** Events that were read by their UIDs after they had left the lookback */
	private readonly unready = new Map<string, Found>();
	/** Due events that were not emitted, by key */
	private readonly waiting = new Map<string, Found>();
	/** End of the time range in Unix milliseconds: now plus the lead time, or the replacement of filters */
	private readonly now: number;

	constructor(
		private readonly before: PollState,
		private readonly session: PollSession,
	) {
		const { reader, recent, lookback, until } = session;
		const event = (this.event = session.event as TimeRangeEvent);
		this.state = {
			...before,
			skippedUpTo: [...before.skippedUpTo],
			rescan: before.rescan && { ...before.rescan },
		};
		this.seen = new SeenEvents(bucketSpan(lookback), before.seenEvents);
		const { isFinal = () => false } = event.source.changes ?? {};
		this.statuses = new Statuses(isFinal, before.statuses);
		this.length = new SliceLength(2 * lookback, recent, before.sliceLength ?? Infinity);
		this.now = (until ?? reader.now) + (event.source.leadTime?.(reader) ?? 0);
	}

	async run(): Promise<Advance> {
		try {
			await this.readNew();
			await this.readAgain();
			await this.readUnready();
		} catch (error) {
			this.stopAt(error);
		}
		const emitted = await this.take();
		const state = this.finish();
		return { emitted, state, complete: this.caughtUp && this.waiting.size === 0 && this.rescanned };
	}

	private async readNew(): Promise<void> {
		const { event, session } = this;
		const { reader, maxItems, until } = session;
		const open = event.source.leadTime === undefined && until === undefined;
		// The range includes the last millisecond
		const end = open ? this.now : this.now + 1;
		// An object that was updated after filters were replaced can have been created before
		const to = event.source.orderedBy === 'update' ? Math.max(end, reader.now + 1) : end;
		const from = this.readBefore;
		if (until !== undefined && from >= to) return;
		let due = 0;
		for await (const slice of slicesOf(event, reader, this.length, { from, to, open })) {
			this.fresh.push(slice);
			due += [...slice.found.values()].filter((found) => this.isDue(found)).length;
			if (due >= maxItems) return;
		}
	}

	private async readAgain(): Promise<void> {
		const { event, session, state, now } = this;
		const part = this.rescanDue;
		if (part && state.rescan?.part !== 'whole' && state.rescan?.part !== part) {
			state.rescan = { part, startedAt: now, readUntil: this.startOf(part) };
		}
		const from = state.rescan?.readUntil ?? Math.max(state.finalBefore, now - session.recent);
		const to = this.readBefore;
		if (from >= to || (!state.rescan && this.wasReadLately)) return;
		const span = { from, to, open: false };
		for await (const slice of slicesOf(event, session.reader, this.length, span)) {
			this.again.push(slice);
		}
		const pages = this.again.reduce((sum, slice) => sum + slice.pages, 0);
		if (!state.rescan) state.recentRead = { at: now, pages };
	}

	/** True if the recent part, of which a page is read per minute, need not be read yet; after 10 minutes in any case. */
	private get wasReadLately(): boolean {
		const { at, pages } = this.state.recentRead ?? { at: 0, pages: 0 };
		// A poll may come some seconds early
		return this.now - at < (Math.min(pages, 10) - 0.5) * MINUTE;
	}

	/** Part of the lookback whose rescan is due, beyond the recent part. */
	private get rescanDue(): Rescan['part'] | undefined {
		const { state, now, session } = this;
		const { recent, hourly, lookback } = session;
		const daily = hourly < lookback;
		const every = daily ? LIMITS.wholeRescanEvery : LIMITS.rescanEvery;
		const behind = state.finalBefore < now - lookback - Math.max(recent, 2 * every);
		const overdue = now - state.lastRescanAt >= every;
		if (recent >= lookback || behind || overdue || !this.rescanned) return 'whole';
		return daily && now - this.lastRescan >= LIMITS.rescanEvery ? 'hourly' : undefined;
	}

	/** Start of a rescan in Unix milliseconds. The hourly part includes what leaves it now, to note objects that are not ready. */
	private startOf(part: Rescan['part']): number {
		const { finalBefore } = this.state;
		if (part === 'whole') return finalBefore;
		return Math.max(finalBefore, Math.min(this.now, this.lastRescan) - this.session.hourly);
	}

	/** Start of the last rescan of the hourly part or the whole, in Unix milliseconds. */
	private get lastRescan(): number {
		return Math.max(this.before.lastRescanAt, this.before.lastHourlyRescanAt ?? 0);
	}

	/** False if filters were replaced and the lookback was not read with the earlier ones since. */
	private get rescanned(): boolean {
		const { until } = this.session;
		return until === undefined || this.state.lastRescanAt >= until;
	}

	/** Reads objects that left the lookback before they were ready, about once an hour. */
	private async readUnready(): Promise<void> {
		const { state, event, session, now } = this;
		const { unready } = event.source;
		if (!unready || session.until !== undefined) return;
		if (now - (state.unreadyReadAt ?? 0) < LIMITS.rescanEvery) return;
		const uids = new Set(state.unready);
		const inWork = new Set<string>();
		for await (const rows of unready.inWork?.(session.reader) ?? []) {
			for (const row of rows) {
				const fact = event.fact(row, session.reader);
				if (!fact || (fact.time ?? now) < state.countsFrom) continue;
				// An object that was emitted and is in work again stays stored as seen until it is ready
				if (this.seen.has(keyOf(fact))) this.seen.remember(keyOf(fact), now);
				else inWork.add(fact.id);
			}
		}
		const ended = [...uids].filter((uid) => !inWork.has(uid));
		const rows = ended.length > 0 ? await unready.read(ended, session.reader) : [];
		const still = new Set(inWork);
		for (const row of rows) {
			const fact = event.fact(row, session.reader);
			if (!fact || (fact.time ?? now) < now - LIMITS.maxUnreadyAge) continue;
			still.add(fact.id);
			if (fact.ready === false) continue;
			const at = fact.time ?? now;
			const key = keyOf(fact);
			this.unready.set(key, { ...fact, key, row, at, until: at, again: true });
		}
		state.unready = [...still];
		state.unreadyReadAt = now;
	}

	/** Handles an error during reading: the poll continues with the slices that were read, or throws without any. */
	private stopAt(error: unknown): void {
		const nothing = this.fresh.length + this.again.length === 0;
		if (error instanceof HaltedError) {
			// The next poll uses shorter slices
			const hopeless = this.length.tried <= 1 || !this.length.answered;
			if (nothing && hopeless) throw new FailureError(error.failure ?? TOO_SLOW);
			this.length.narrow();
		} else {
			const { status } = failureOf(error);
			const passing = error instanceof FailureError && status !== 400 && status !== 401;
			if (!passing || nothing) throw error;
			this.session.reader.warn(`The poll ended early; the next poll continues: ${error.message}`);
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
		if (state.unready && [...this.waiting.values()].some(({ again }) => again)) {
			delete state.unreadyReadAt;
		}
		return taken.sort(byTime).map(emittedOf);
	}

	/** Enriches the next events, and remembers those that need not wait. */
	private async takeBatch(batch: Found[]): Promise<Found[]> {
		const { event, session, state } = this;
		const candidates = this.affordable(batch);
		const attempted = this.before.enrichAttempts;
		const result = await enriched(event, session.enricher, candidates, attempted);
		state.enrichAttempts = result.attempts;
		const done = this.mayOvertake(candidates)
			? result.done
			: result.done.slice(0, prefixLength(candidates, result.done));
		for (const each of done) {
			this.waiting.delete(each.key);
			this.remember(each);
			if (each.unwanted) passOver(session, each.key);
		}
		const ended = new Set(done.map(({ id }) => id));
		state.unready = state.unready?.filter((uid) => !ended.has(uid));
		return done;
	}

	/** The candidates, without events in the future if there is no room to store them as seen. */
	private affordable(candidates: Found[]): Found[] {
		const later = candidates.filter(({ at }) => at > this.now);
		const size = this.seen.sizeFrom(this.now + 1) + later.length * ENTRY_BYTES;
		return size > LIMITS.maxSeenBytes ? candidates.filter(({ at }) => at <= this.now) : candidates;
	}

	/**
	 * True if there is room to store events after one that still waits for its text as seen. Otherwise they wait too, so
	 * that no event is emitted twice.
	 */
	private mayOvertake(candidates: Found[]): boolean {
		const [first] = candidates;
		if (!first) return true;
		const size = this.seen.sizeFrom(first.at) + candidates.length * ENTRY_BYTES;
		return size <= LIMITS.maxSeenBytes;
	}

	/** State after this poll. */
	private finish(): PollState {
		const { state, seen, session } = this;
		this.movePositions();
		// Late events that did not fit into this poll are in the part that is read again
		if (this.waiting.size > 0 || (state.recentRead?.pages ?? 0) < 2) delete state.recentRead;
		if (session.until === undefined && this.now - state.readUntil > 10 * MINUTE)
			session.reader.warn(
				'This trigger is more than 10 minutes behind. The next polls catch up, each with at most Max Items per Poll events.',
			);
		this.noteUnready();
		seen.forgetBefore(state.skippedUpTo[0]);
		this.fit();
		state.seenEvents = seen.stored();
		if (this.event.source.changes) this.storeStatuses();
		const { longest, narrowed } = this.length;
		if ((narrowed || !this.caughtUp) && Number.isFinite(longest)) state.sliceLength = longest;
		else delete state.sliceLength;
		return state;
	}

	private storeStatuses(): void {
		const { statuses, session } = this;
		this.state.statuses = statuses.stored();
		if (statuses.isFull)
			session.reader.warn(
				`More than ${Statuses.most} objects have changed: the first change of those whose status is no longer remembered is missed.`,
			);
	}

	/** Time up to which earlier polls have read, but not after now: the clock can have been set back. */
	private get readBefore(): number {
		return Math.min(this.before.readUntil, this.now);
	}

	/** True if everything up to now was read and taken. */
	private get caughtUp(): boolean {
		return this.state.readUntil >= this.now;
	}

	/** All events of this poll, each as it was read last, ordered by position. */
	private get all(): Found[] {
		const all = new Map<string, Found>();
		for (const { found } of [...this.fresh, ...this.again]) {
			for (const [key, each] of found) all.set(key, each);
		}
		for (const [key, each] of this.unready) if (!all.has(key)) all.set(key, each);
		return [...all.values()].sort(byPosition);
	}

	/** The due events, ordered by position. Skipped events are stored as seen. */
	private due(): Found[] {
		const { changes } = this.event.source;
		const due: Found[] = [];
		const changed = new Set<string>();
		for (const found of this.all) {
			if (found.ready === false || this.isTooLate(found)) continue;
			if (changes && !changed.has(found.id)) {
				const change = this.changeOf(found);
				if (!change) continue;
				due.push(change);
				changed.add(found.id);
			} else if (!changes && this.isNew(found)) due.push(found);
			else if (this.wasPassedOver(found)) this.remember(found);
			else this.lengthen(found);
		}
		return due;
	}

	/** True for an event after the filters of this session were replaced. */
	private isTooLate({ time }: Found): boolean {
		if (this.session.until === undefined || time === undefined) return false;
		return this.event.source.orderedBy !== 'hiddenTime' && time > this.now;
	}

	/** True for an event that is due with these or other filters. */
	private isDue(found: Found): boolean {
		const { changes } = this.event.source;
		if (!changes) return this.isNew(found);
		const known = this.statuses.get(found.id);
		return known !== undefined && known.status !== changes.value(found.row);
	}

	/** The event of a wanted change of status. Other changes are stored as known. */
	private changeOf(found: Found): Found | undefined {
		const { value, version, wanted } = this.event.source.changes!;
		const { row, id } = found;
		const known = this.statuses.get(id);
		if (known && known.status !== value(row)) {
			const previous = previousOf(known, version(row));
			if (wanted(previous, row, this.session.reader)) return { ...found, previous };
		}
		this.statuses.set(id, value(row), version(row));
		return undefined;
	}

	/** True for an event that was not emitted or skipped before and is recent enough. */
	private isNew(found: Found): boolean {
		if (found.ready === false || this.seen.has(found.key)) return false;
		if (this.wasPassedOver(found)) return false;
		return found.again === true || isBehind(found, this.state.skippedUpTo);
	}

	/** True for an event that an earlier poll has passed over, which n8n has forgotten. */
	private wasPassedOver({ key }: Found): boolean {
		return !this.seen.has(key) && wasPassedOver(this.session, key);
	}

	/** Extends the time for which a seen event is stored, if the event is now dated later. */
	private lengthen({ key, until }: Found): void {
		const { orderedBy } = this.event.source;
		if (orderedBy !== 'hiddenTime' && this.seen.has(key)) this.seen.remember(key, until);
	}

	private remember(found: Found): void {
		const { changes } = this.event.source;
		if (changes) this.statuses.set(found.id, changes.value(found.row), changes.version(found.row));
		// An object that was read by its UID can appear in a slice again, at an unknown position
		else this.seen.remember(found.key, found.again ? this.now : found.until);
	}

	/** Moves the positions past slices that were read completely and whose events were all taken. */
	private movePositions(): void {
		const { state, now } = this;
		const readBefore = state.readUntil;
		for (const { to } of this.read(this.fresh)) state.readUntil = Math.max(state.readUntil, to);
		state.readUntil = Math.max(readBefore, Math.min(state.readUntil, now));
		const { rescan } = state;
		if (!rescan) return;
		for (const { to } of this.read(this.again)) rescan.readUntil = Math.max(rescan.readUntil, to);
		if (rescan.readUntil < this.readBefore) return;
		delete state.rescan;
		if (rescan.part === 'hourly') {
			state.lastHourlyRescanAt = rescan.startedAt;
			return;
		}
		// Events that were final at the last rescan have been read twice since then
		const lastRescan = Math.min(state.lastRescanAt, now);
		this.raise(Math.min(this.readBefore, lastRescan - this.session.lookback));
		state.lastRescanAt = rescan.startedAt;
	}

	/** The slices before the first one with an event that was not taken. */
	private read(slices: Slice[]): Slice[] {
		const end = slices.findIndex(({ to, found }) =>
			[...found.values()].some((each) => this.waiting.has(each.key) && this.holds(each, to)),
		);
		return end < 0 ? slices : slices.slice(0, end);
	}

	/** True for an event that no later slice contains. Events in the future are read again by every poll. */
	private holds({ at }: Found, to: number): boolean {
		return this.event.source.orderedBy !== undefined || at < to || this.session.until !== undefined;
	}

	/** Makes everything before `final` (Unix milliseconds) final, so that it is not read again. */
	private raise(final: number): void {
		const { state } = this;
		state.finalBefore = Math.max(state.finalBefore, final);
		// An updated object is read again at a later position, so its event must not be skipped as too old
		const settled = this.event.source.orderedBy === 'update' ? this.caughtUp : true;
		if (settled && state.finalBefore > state.skippedUpTo[0]) {
			state.skippedUpTo = [state.finalBefore, ''];
		}
	}

	/** Keeps the seen events within their bound. */
	private fit(): void {
		const { seen, state, now } = this;
		if (seen.size <= LIMITS.maxSeenBytes) return;
		warnOfEviction(this.session.reader);
		const [waiting] = [...this.waiting.values()].filter(({ again }) => !again).sort(byPosition);
		const position = evict(seen, { most: LIMITS.maxSeenBytes, waiting, read: this.all, now });
		if (!position || position[0] < state.skippedUpTo[0]) return;
		state.skippedUpTo = position;
		if (this.event.source.orderedBy !== 'update') {
			state.finalBefore = Math.max(state.finalBefore, position[0]);
		}
	}

	/** Stores the UIDs of objects that leave the lookback before they are ready. */
	private noteUnready(): void {
		const { state, session } = this;
		if (!this.event.source.unready || session.notesUnready === false) return;
		const leaving = Math.max(this.lastRescan - session.hourly, state.skippedUpTo[0]);
		const oldest = this.now - LIMITS.maxUnreadyAge;
		const left = this.all.filter(
			({ key, ready, again, at }) =>
				ready === false && !again && at < leaving && at >= oldest && !this.seen.has(key),
		);
		const uids = [...new Set([...(state.unready ?? []), ...left.map(({ id }) => id)])];
		const all = uids.length;
		while (uids.length > LIMITS.maxUnready || bytesOf(uids) > LIMITS.maxUnreadyBytes) uids.shift();
		if (uids.length < all)
			session.reader.warn(
				`More than ${uids.length} objects that are older than the Late Arrival Window are not ready: the oldest ones are no longer watched, and their events are missed.`,
			);
		if (uids.length > 0) state.unready = uids;
		else delete state.unready;
	}
}

/** Size of one seen event in bytes, including its share of a bucket. */
const ENTRY_BYTES = 9;

/** Number of candidates that are done before the first one that is not done. */
function prefixLength(candidates: Found[], done: Found[]): number {
	const missing = candidates.findIndex((each, i) => done[i]?.key !== each.key);
	return missing < 0 ? done.length : missing;
}

function bytesOf(uids: string[]): number {
	return uids.reduce((sum, uid) => sum + uid.length + 3, 0);
}
