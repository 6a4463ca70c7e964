import { looksAhead, type TimeRange } from '../event';
import type { PollSession } from '../session';
import { FailureError, HaltedError } from '../../errors/failure';
import { MINUTE } from '../../durations';
import { LIMITS } from '../../limits';
import { enriched } from '../enrich';
import { warnOfCrowd } from '../eviction';
import { byPosition, type Found } from '../found';
import { endEarly, TOO_SLOW, type Source } from '../source';
import { isJoined } from '../triggerFields';
import { beginAgain, beginTimeRange, readOpening, sampleTimeRange } from './latest';
import { fit, isRescanned, movePositions, rescanStart, TimeRangePoll } from './positions';
import { slicesOf } from './slices';
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
	advance: async (before, session: PollSession<TimeRange>) => {
		const poll = new TimeRangePoll(before, session);
		await readAll(poll);
		const emitted = await take(poll);
		finish(poll);
		const { state, isUpToDate, waiting } = poll;
		return {
			emitted,
			state: session.filtersEnd === undefined ? await readOpening(state, session) : state,
			upToDate: isUpToDate && waiting.size === 0 && isRescanned(poll),
		};
	},
	sample: sampleTimeRange,
};

/** Reads what a poll reads. After an error it goes on with the slices that were read, or throws without any. */
async function readAll(poll: TimeRangePoll): Promise<void> {
	const { session, source, fresh, again, freshLength, againLength } = poll;
	let length = freshLength;
	const read = async () => {
		const isFull = await readNew(poll);
		length = againLength;
		await readAgain(poll, isFull);
		if (source.unready && session.filtersEnd === undefined) await readUnready(poll, source.unready);
	};
	await read().catch((error: Error) => {
		const nothing = fresh.length === 0;
		if (error instanceof HaltedError) {
			// The next poll uses shorter slices
			const hopeless = length.tried <= 1 || !length.answered;
			if (nothing && hopeless) throw new FailureError(error.failure ?? TOO_SLOW);
			length.narrow();
		} else {
			if (nothing) throw error;
			endEarly(error, session.reader);
		}
	});
	const slices = [...again, ...fresh].flatMap(({ found }) => [...found.values()]);
	const all = new Map([...poll.unready, ...slices].map((each) => [each.key, each]));
	poll.all = [...all.values()].sort(byPosition);
}

/** Returns true if the poll has found as many events as it may emit. */
async function readNew(poll: TimeRangePoll): Promise<boolean> {
	const { session, source, before, fresh, novelty, freshLength: length, readUpTo: from } = poll;
	const { reader, maxItems, filtersEnd } = session;
	const open = source.leadTime === undefined && filtersEnd === undefined;
	// The range includes the last millisecond
	const end = open ? session.end : session.end + 1;
	// An object that was updated after filters were replaced can have been created before
	const to = source.orderedBy === 'update' ? Math.max(end, reader.now + 1) : end;
	let due = 0;
	const dueIn = (found: Map<string, Found>) =>
		[...found.values()].filter((each) => novelty.isDue(each)).length;
	const isEnough = (found: Map<string, Found>) => due + dueIn(found) >= maxItems;
	const { unfinished } = before;
	const rest = unfinished?.at === from ? unfinished : undefined;
	for await (const slice of slicesOf(session, { from, to, open }, { length, isEnough }, rest)) {
		fresh.push(slice);
		due += dueIn(slice.found);
		if (due >= maxItems) return true;
	}
	return false;
}

async function readAgain(poll: TimeRangePoll, isFull: boolean): Promise<void> {
	const { session, before, state, fresh, again, againLength: length } = poll;
	const from = rescanStart(poll, isFull);
	// What earlier polls have read, with the slice that they began: it has pages that this poll did not read
	const begun = !isFull && before.unfinished ? fresh[0] : undefined;
	const to = begun?.to ?? poll.readUpTo;
	if (from === undefined || from >= to) return;
	for await (const slice of slicesOf(session, { from, to, open: false }, { length }))
		again.push(slice);
	const pages = again.reduce((sum, slice) => sum + slice.pages, 0);
	if (!state.rescan || session.recent >= session.lookback)
		state.recentRead = { at: session.end, pages };
}

/** Takes the due events to emit, enriched if the user wants that. */
async function take(poll: TimeRangePoll): Promise<Found[]> {
	const { state, waiting, novelty } = poll;
	const { maxItems } = poll.session;
	const due = poll.all.flatMap((found) => novelty.taken(found) ?? []);
	for (const each of due) waiting.set(each.key, each);
	const taken: Found[] = [];
	delete state.enrichAttempts;
	for (let at = 0; at < due.length && taken.length < maxItems;) {
		const batch = due.slice(at, at + maxItems - taken.length);
		const done = await takeBatch(poll, batch);
		taken.push(...done.filter(({ unwanted }) => !unwanted));
		if (done.length < batch.length) break;
		at += batch.length;
	}
	// Events that did not fit into this poll are read again with the next one
	if ([...waiting.values()].some(({ again }) => again)) delete state.unreadyReadAt;
	return taken;
}

/** Enriches the next events, and remembers those that need not wait. */
async function takeBatch(poll: TimeRangePoll, batch: Found[]): Promise<Found[]> {
	const { session, before, state, seen, waiting, novelty } = poll;
	const next = withRoom(poll, batch);
	poll.isCrowded = next.length < batch.length;
	const { done: all, attempts } = await enriched(session, next, before.enrichAttempts);
	state.enrichAttempts = attempts;
	const stop = next.findIndex((each, i) => all[i]?.key !== each.key);
	// Behind an event that waits for its text, others wait too if there is no room, so that none is emitted twice
	const done = stop < 0 || seen.room(next[0].at) >= next.length ? all : all.slice(0, stop);
	for (const each of done) {
		waiting.delete(each.key);
		novelty.remember(each);
	}
	const ended = new Set(done.map(({ id }) => id));
	state.unready = state.unready?.filter((uid) => !ended.has(uid));
	return done;
}

/**
 * The next events for which there is room. Events in the future need it, to be stored as seen; the others wait until the
 * times of earlier ones have passed. Some room is kept for events that are added later and are more urgent than those that
 * were emitted.
 */
function withRoom({ session, seen }: TimeRangePoll, batch: Found[]): Found[] {
	const { now } = session.reader;
	const { latest } = seen;
	const [room, ordinary] = [1, LIMITS.ordinarySeenShare].map((share) => seen.room(now + 1, share));
	const present = batch.filter(({ at }) => at <= now).length;
	const hasRoom = (at: number, i: number) => i < present + (at < latest ? room : ordinary);
	// An event whose time is near cannot wait if hardly any room becomes free in half the time until then
	const freed = seen.quantile(now, 1 / 4) ?? now;
	const near = Math.min(now + (session.end - now) / 4, now + 2 * (freed - now));
	const end = batch.findIndex(({ at }, i) => at > now && at > near && !hasRoom(at, i));
	return end < 0 ? batch : batch.slice(0, end);
}

/** Completes the state after this poll. */
function finish(poll: TimeRangePoll): void {
	const { state, session, again, waiting, freshLength, againLength } = poll;
	movePositions(poll);
	// Late events that did not fit into this poll are in the part that is read again
	const isLate = (key: string) => again.some(({ found }) => found.has(key));
	if ([...waiting.keys()].some(isLate) || (state.recentRead?.pages ?? 0) < 2)
		delete state.recentRead;
	const catchesUp = isJoined(session.reader.own)
		? 'The next polls catch up.'
		: 'The next polls catch up, each with at most Max Items per Poll events.';
	if (poll.isCrowded && looksAhead(session.event)) warnOfCrowd(session);
	else if (session.filtersEnd === undefined && session.end - state.readUntil > 10 * MINUTE)
		session.reader.warn(`This trigger is more than 10 minutes behind. ${catchesUp}`);
	if (poll.source.unready && session.notesUnready !== false) noteUnready(poll);
	fit(poll);
	poll.novelty.store(state);
	if (state.rescan && againLength.narrowed) state.rescan.sliceLength = againLength.longest;
	const { longest, narrowed } = freshLength;
	if ((narrowed || !poll.isUpToDate) && Number.isFinite(longest)) state.sliceLength = longest;
	else delete state.sliceLength;
}
