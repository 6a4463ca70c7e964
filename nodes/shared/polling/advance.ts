import { MINUTE } from '../durations';
import { failureOf } from '../errors/failure';
import { declareLimits, LIMITS } from '../limits';
import { omit } from '../objects';
import { areItems } from '../rows/output';
import { enriched, type TextReads } from './enrich';
import { looksAhead } from './event';
import { evict, warnOfCrowd, warnOfMissing } from './eviction';
import { byPosition, type FoundEvent, isBehind } from './found';
import { ListReading } from './wholeList';
import { firstState, readOpening } from './begin';
import { RangeReading } from './range';
import { endEarly, Poll, type Reading, TOO_SLOW } from './pollReading';
import type { PollSession } from './session';
import { type PollState, raiseFloor } from './state';
import type { Start } from './triggerFields';
import { noteUnready } from './unready';

const OWN_LIMITS = declareLimits({
	/** Share of them for events in the future that come after all that were emitted */
	ordinarySeenShare: 0.75,
});

/** Result of one poll. */
export interface Advance {
	emitted: FoundEvent[];
	state: PollState;
	/** True if everything that is due was read and emitted */
	upToDate: boolean;
}

/** A poll up to where one of its steps ends. `goesOn` is true if more can be read, since it has not found enough events. */
interface Step extends Advance {
	poll: Poll;
	goesOn: boolean;
}

/**
 * One poll: returns new events, at most `maxItems`, and a new state without changing `before`. The same state gives the
 * same events again. Throws if nothing could be read, and always for HTTP 400 and 401.
 *
 * A position never moves past an event that was not emitted, nor past what was not read completely. Where texts tell which
 * events are wanted, a poll goes on in steps until it has enough of them or no more time. What it has read of a step is not
 * kept for the next one, so that a long way needs no more memory.
 */
export async function advance(before: PollState, session: PollSession): Promise<Advance> {
	const { event, reader } = session;
	const texts: TextReads = { attempted: before.attempts ?? {}, attempts: {}, unread: new Set() };
	const emitted: FoundEvent[] = [];
	let last = await step(new Poll(omit(before, 'attempts'), session, texts));
	emitted.push(...last.emitted);
	while (last.goesOn) {
		const next = await step(new Poll(last.state, session, texts, emitted.length, false)).catch(
			(error: unknown) => {
				if (failureOf(error) !== TOO_SLOW) endEarly(error, reader);
			},
		);
		if (!next) break;
		last = next;
		emitted.push(...last.emitted);
	}
	const { poll, upToDate } = last;
	const { isList } = event.source;
	if (!isList) warn(poll, emitted.length);
	const state = isList ? poll.state : await readOpening(poll.state, session);
	const attempts = Object.keys(texts.attempts).length > 0 ? texts.attempts : undefined;
	return { emitted: emitted.sort(byPosition), state: { ...state, attempts }, upToDate };
}

/** Reads, takes what is due, and moves the positions. */
async function step(poll: Poll): Promise<Step> {
	const { state, session, waiting, texts } = poll;
	const { isList, unready } = session.event.source;
	const reading: Reading = isList ? new ListReading(poll) : new RangeReading(poll);
	poll.found = await reading.read();
	const emitted = await take(poll);
	const upToDate = reading.move();
	if (unready) noteUnready(poll);
	limitSeen(poll, reading);
	poll.novelty.store(state);
	const wait = [...waiting.keys()].every((key) => texts.unread.has(key));
	const goesOn = reading.isFull === true && wait && poll.placesFor(emitted.length) > 0;
	return { emitted, state, upToDate, poll, goesOn };
}

/** State before the first poll. A list whose events count from now on is read for it, and nothing of it is emitted. */
export async function begin(session: PollSession, start: Start): Promise<PollState> {
	const state = await firstState(session, start);
	if (!session.event.source.isList || start.from !== 'now') return state;
	return (await advance(state, { ...session, maxItems: Infinity })).state;
}

/** Takes the due events to emit, enriched if the user wants that. Those whose texts were tried in this poll wait. */
async function take(poll: Poll): Promise<FoundEvent[]> {
	const { waiting, novelty, texts } = poll;
	const due = poll.found.flatMap((found) => novelty.taken(found) ?? []);
	for (const each of due) waiting.set(each.key, each);
	const untried = due.filter(({ key }) => !texts.unread.has(key));
	const taken: FoundEvent[] = [];
	for (let at = 0; at < untried.length && poll.placesFor(taken.length) > 0;) {
		const batch = untried.slice(at, at + poll.placesFor(taken.length));
		const done = await takeBatch(poll, batch);
		taken.push(...done.filter(({ unwanted }) => !unwanted));
		if (batch.some(({ key }) => waiting.has(key) && !texts.unread.has(key))) break;
		at += batch.length;
	}
	return taken.sort(byPosition);
}

/** Enriches the next events, and remembers those that need not wait. */
async function takeBatch(poll: Poll, batch: FoundEvent[]): Promise<FoundEvent[]> {
	const { session, seen, waiting, novelty, texts } = poll;
	const next = withRoom(poll, batch);
	poll.isCrowded = next.length < batch.length;
	const held = [...waiting.values()].filter(({ key }) => texts.unread.has(key));
	const first = Math.min(...[...held, ...next].map(({ at }) => at));
	// Behind an event that waits for its text, others wait too if there is no room, so that none is emitted twice
	const hasRoom = () => seen.room(first) >= next.length;
	if (held.length > 0 && !hasRoom()) return [];
	const all = await enriched(session, next, texts);
	const stop = next.findIndex((each, i) => all[i]?.key !== each.key);
	const done = stop < 0 || hasRoom() ? all : all.slice(0, stop);
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
function withRoom({ session, seen }: Poll, batch: FoundEvent[]): FoundEvent[] {
	const { now } = session.reader;
	if (batch.every(({ at }) => at <= now)) return batch;
	const { latest } = seen;
	const [room, ordinary] = [1, OWN_LIMITS.ordinarySeenShare].map((share) =>
		seen.room(now + 1, share),
	);
	const present = batch.filter(({ at }) => at <= now).length;
	const hasRoom = (at: number, i: number) => i < present + (at < latest ? room : ordinary);
	// An event whose time is near cannot wait if hardly any room becomes free in half the time until then
	const freed = seen.quantile(now, 1 / 4) ?? now;
	const near = Math.min(now + (session.end - now) / 4, now + 2 * (freed - now));
	const end = batch.findIndex(({ at }, i) => at > now && at > near && !hasRoom(at, i));
	return end < 0 ? batch : batch.slice(0, end);
}

/** Warns of events that come late. */
function warn({ session, state, isCrowded }: Poll, emitted: number): void {
	const { event, reader, maxItems } = session;
	const isFull = emitted >= maxItems && areItems(reader.own);
	const most = isFull ? ', each with at most Max Items per Poll events' : '';
	if (isCrowded && looksAhead(event)) warnOfCrowd(session);
	else if (session.end - state.readUntil > 10 * MINUTE)
		reader.warn(`This trigger is more than 10 minutes behind. The next polls catch up${most}.`);
}

/** Keeps the seen events within their bound, and warns of what the trigger does not come back to. */
function limitSeen({ before, state, session, seen, waiting, found }: Poll, { cut }: Reading): void {
	const { event, reader, end, lookback } = session;
	seen.forgetBefore(Math.min(state.floor[0], state.opening?.[0] ?? Infinity));
	const held = [...waiting.values()].filter(({ again }) => !again).sort(byPosition);
	// The first state is stored twice
	const most = before.revision === 0 ? LIMITS.maxFirstSeenBytes : LIMITS.maxSeenBytes;
	const bounds = { most, waiting: held[0], read: found, now: end };
	const position = seen.size > most ? evict(seen, bounds) : undefined;
	// Nothing is missed where the rest covers the lookback
	if (position && position[0] > (looksAhead(event) ? reader.now + 1 : end - lookback))
		warnOfCrowd(session);
	if (cut && (cut.to > cut.from || (position && position[0] >= cut.from)))
		warnOfMissing(session, cut, `All but the first ${cut.found.size} events`);
	const lost = held.filter((each) => position && !isBehind(each, position));
	if (lost.length > 0) {
		const [{ at }] = lost;
		warnOfMissing(session, { from: at, to: at }, `${lost.length} events`);
	}
	const { opening } = state;
	if (position) raiseFloor(state, position);
	// The events that existed at the start are known only when the whole list was read
	if (opening && event.source.isList) state.opening ??= position;
}
