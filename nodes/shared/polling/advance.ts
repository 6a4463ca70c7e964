import { MINUTE } from '../durations';
import { LIMITS } from '../limits';
import { areItems } from '../rows/output';
import { enriched } from './enrich';
import { looksAhead } from './event';
import { evict, warnOfCrowd } from './eviction';
import { byPosition, type Found } from './found';
import { ListReading } from './wholeList';
import { firstState, readOpening } from './begin';
import { RangeReading } from './range';
import { Poll, type Reading } from './pollReading';
import type { PollSession } from './session';
import { type PollState, raiseFloor } from './state';
import type { Start } from './triggerFields';
import { noteUnready } from './unready';

/** Result of one poll. */
export interface Advance {
	emitted: Found[];
	state: PollState;
	/** True if everything that is due was read and emitted */
	upToDate: boolean;
}

/**
 * One poll: returns new events, at most `maxItems`, and a new state without changing `before`. The same state gives the
 * same events again. Throws if nothing could be read, and always for HTTP 400 and 401.
 *
 * A position never moves past an event that was not emitted, nor past what was not read completely.
 */
export async function advance(before: PollState, session: PollSession): Promise<Advance> {
	const { isList } = session.event.source;
	const poll = new Poll(before, session);
	const reading: Reading = isList ? new ListReading(poll) : new RangeReading(poll);
	poll.found = await reading.read();
	const emitted = await take(poll);
	const upToDate = reading.move();
	if (!isList) warn(poll);
	if (session.event.source.unready) noteUnready(poll);
	fit(poll, reading);
	poll.novelty.store(poll.state);
	const state = isList ? poll.state : await readOpening(poll.state, session);
	return { emitted, state, upToDate };
}

/** State before the first poll. A list whose events count from now on is read for it, and nothing of it is emitted. */
export async function begin(session: PollSession, start: Start): Promise<PollState> {
	const state = await firstState(session, start);
	if (!session.event.source.isList || start.from !== 'now') return state;
	return (await advance(state, { ...session, maxItems: Infinity })).state;
}

/** Takes the due events to emit, enriched if the user wants that. */
async function take(poll: Poll): Promise<Found[]> {
	const { state, waiting, novelty } = poll;
	const { maxItems } = poll.session;
	const due = poll.found.flatMap((found) => novelty.taken(found) ?? []);
	for (const each of due) waiting.set(each.key, each);
	const taken: Found[] = [];
	delete state.attempts;
	for (let at = 0; at < due.length && taken.length < maxItems;) {
		const batch = due.slice(at, at + maxItems - taken.length);
		const done = await takeBatch(poll, batch);
		taken.push(...done.filter(({ unwanted }) => !unwanted));
		if (done.length < batch.length) break;
		at += batch.length;
	}
	return taken.sort(byPosition);
}

/** Enriches the next events, and remembers those that need not wait. */
async function takeBatch(poll: Poll, batch: Found[]): Promise<Found[]> {
	const { session, before, state, seen, waiting, novelty } = poll;
	const next = withRoom(poll, batch);
	poll.isCrowded = next.length < batch.length;
	const { done: all, attempts } = await enriched(session, next, before.attempts);
	state.attempts = attempts;
	const stop = next.findIndex((each, i) => all[i]?.key !== each.key);
	// Behind an event that waits for its text, others wait too if there is no room, so that none is emitted twice
	const done = stop < 0 || seen.room(next[0].at) >= next.length ? all : all.slice(0, stop);
	for (const each of done) {
		waiting.delete(each.key);
		novelty.remember(each);
	}
	return done;
}

/**
 * The next events for which there is room. Events in the future need it, to be stored as seen; the others wait until the
 * times of earlier ones have passed. Some room is kept for events that are added later and are more urgent than those that
 * were emitted.
 */
function withRoom({ session, seen }: Poll, batch: Found[]): Found[] {
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

/** Warns of events that come late. */
function warn({ session, state, isCrowded }: Poll): void {
	const { event, reader } = session;
	const catchesUp = !areItems(reader.own)
		? 'The next polls catch up.'
		: 'The next polls catch up, each with at most Max Items per Poll events.';
	if (isCrowded && looksAhead(event)) warnOfCrowd(session);
	else if (session.end - state.readUntil > 10 * MINUTE)
		reader.warn(`This trigger is more than 10 minutes behind. ${catchesUp}`);
}

/** Keeps the seen events within their bound, and what was emitted from the pages that the next poll reads again. */
function fit(poll: Poll, { moment, repeated = [] }: Reading): void {
	const { before, state, session, seen, waiting } = poll;
	const { event, reader, end, lookback } = session;
	const kept = repeated.filter(({ key }) => seen.has(key));
	seen.forgetBefore(Math.min(state.floor[0], state.opening?.[0] ?? Infinity));
	const [first] = [...waiting.values()].filter(({ again }) => !again).sort(byPosition);
	// The first state is stored twice
	const most = before.revision === 0 ? LIMITS.maxFirstSeenBytes : LIMITS.maxSeenBytes;
	const bounds = { most, waiting: first, moment, read: poll.found, now: end };
	const position = seen.size > most ? evict(seen, bounds) : undefined;
	// Nothing is missed where the rest covers the lookback
	if (position && position[0] > (looksAhead(event) ? reader.now + 1 : end - lookback))
		warnOfCrowd(session);
	const { opening } = state;
	if (position) raiseFloor(state, position);
	// The events that existed at the start are known only when the whole list was read
	if (opening && event.source.isList) state.opening ??= position;
	for (const { key, keepUntil } of kept) seen.remember(key, keepUntil);
}
