import { HaltedError } from '../errors/failure';
import { DAY } from '../durations';
import { declareLimits, LIMITS } from '../limits';
import { omit } from '../objects';
import { type EventSource, looksAhead } from './event';
import { evict } from './eviction';
import { byPosition, byTime, type FoundEvent, isLater, type Position } from './found';
import { beginList, refilterList, sampleList } from './wholeList';
import { endEarly, seenIn } from './pollReading';
import { scanStart } from './scan';
import { SeenEvents } from './seenEvents';
import type { PollSession } from './session';
import { readWhole, SliceLength, slicesOf } from './slices';
import { type PollState, raiseFloor, stateFrom } from './state';
import { Statuses, type StoredStatuses } from './statusChanges';
import type { Start } from './triggerFields';

const OWN_LIMITS = declareLimits({
	/** Longest time back in which the latest events are searched: five years */
	farBack: 5 * 366 * DAY,
	/** Longest time ahead in which the next events are searched: a year */
	farAhead: 365 * DAY,
});

/** State of a trigger before its first poll. */
export async function firstState(session: PollSession, start: Start): Promise<PollState> {
	const { event, reader, lookback } = session;
	const { source } = event;
	const { now } = reader;
	if (source.isList) return await beginList(session, start);
	// All tasks that are still due are events, whenever they were created
	if (looksAhead(event)) return stateFrom(now);
	const afterAll: PollState = {
		...stateFrom(now - lookback),
		readUntil: now,
		scanned: { whole: now, next: now - lookback, unready: now },
	};
	if (source.changes) return { ...afterAll, statuses: await presentStatuses(session, source) };
	if (start.from === 'date') return stateFrom(start.since(now));
	const isLast = start.from === 'last';
	const read = await readBackwards(session, { count: isLast ? start.count : 0 });
	const state = isLast ? stateFrom(read.from) : afterAll;
	return passedOver(state, { ...read, lower: state.floor }, session);
}

/**
 * The state for changed filters. What exists and is timed before what was read counts as seen; later objects are events,
 * and so is what comes late afterwards. If that cannot be read in time, the next polls go on.
 */
export async function refilter(
	state: PollState,
	session: PollSession,
	isSentSame: boolean,
): Promise<PollState> {
	const { event, reader } = session;
	const { source } = event;
	if (source.isList) return refilterList(state, isSentSame);
	if (source.changes) return state;
	const { readUntil } = state;
	const next = omit(state, 'scan');
	// Tasks that are still due are events, and cannot wait until what was read with the earlier filters is read again
	if (looksAhead(event)) {
		next.scanned = omit(state.scanned, 'recent');
		raiseFloor(next, [Math.min(readUntil, reader.now), '']);
		return next;
	}
	// With what leaves the lookback, to note objects that are not ready
	const start = Math.min(readUntil, scanStart(state));
	// What was created before can be updated later
	const before = source.orderedBy === 'update' ? undefined : readUntil;
	const read = await readBackwards(session, { start, before });
	const all = read.all.filter(({ at }) => at < readUntil);
	const isCut = read.isCut || state.opening !== undefined;
	const { floor, opening } = state;
	const lower = opening ?? (isLater(floor, [start, '']) ? floor : ([start, ''] as Position));
	return passedOver(next, { ...read, all, isCut, lower }, session);
}

/** Goes on with reading what existed at the start or at a change of filters, for which a poll's time did not suffice. */
export async function readOpening(state: PollState, session: PollSession): Promise<PollState> {
	const { opening, floor } = state;
	if (!opening) return state;
	const [start] = opening;
	const read = await readBackwards(session, { before: floor[0], start }).catch((error: Error) => {
		if (!(error instanceof HaltedError)) endEarly(error, session.reader);
	});
	const next = read ? passedOver(state, { ...read, lower: opening }, session) : state;
	if (next.opening)
		session.reader.warn(
			'This trigger is still reading what existed when it was activated or its filters changed. Until that is done, events that arrive very late are missed.',
		);
	return next;
}

/** Result of a backward read, and the floor after the whole is read. */
type BackwardRead = Awaited<ReturnType<typeof readBackwards>> & { lower: Position };

/** The state after reading what exists, which counts as seen but for the `latest` events. The rest is below the floor. */
function passedOver(
	state: PollState,
	{ all, latest, from, isCut, lower }: BackwardRead,
	session: PollSession,
): PollState {
	const seen = seenIn(state.seen, session);
	const existing = all.filter((found) => found.ready !== false && !latest.includes(found));
	for (const { key, keepUntil } of existing)
		if (keepUntil >= lower[0] && !seen.has(key)) seen.remember(key, keepUntil);
	const [waiting] = [...latest].sort(byPosition);
	// The first state is stored twice
	const most = state.revision === 0 ? LIMITS.maxFirstSeenBytes : LIMITS.maxSeenBytes;
	const dropped = evict(seen, { most, waiting, read: all, now: session.reader.now });
	const reached: Position = isLater([from, ''], lower) ? [from, ''] : lower;
	const isFull = dropped !== undefined && isLater(dropped, reached);
	const isOpen = isCut && !isFull && isLater(reached, lower);
	return {
		...state,
		floor: isFull ? dropped : reached,
		opening: isOpen ? lower : undefined,
		seen: seen.stored(),
	};
}

/** Current statuses of the latest changed objects. */
async function presentStatuses(
	{ event, reader }: PollSession,
	{ read, changes }: EventSource,
): Promise<StoredStatuses> {
	const { value, version, isFinal } = changes!;
	const latestFirst: Array<[id: string, status: string, version: number]> = [];
	for await (const { rows } of read(reader, { from: -Infinity })) {
		for (const row of rows) {
			const fact = event.fact(row, reader);
			if (fact) latestFirst.push([fact.id, value(row), version(row)]);
		}
		if (latestFirst.length >= Statuses.most) break;
	}
	const statuses = new Statuses(isFinal);
	for (const each of latestFirst.reverse()) statuses.set(...each);
	return statuses.stored();
}

/** Range of a backward read: down to `start`, by default the lookback, and on until the `count` latest events are found. */
interface Backwards {
	count?: number;
	/** End of the range; now by default, with what is in the future */
	before?: number;
	start?: number;
}

/**
 * Reads backwards. If the range cannot be read in time, it ends where reading ended; with more events than can be stored
 * as seen, where there are as many.
 *
 * @returns the start of the time that was read, `all` events by position, so that they fill the buckets of seen events,
 * the `latest` ones, oldest first, and whether the poll's time did not suffice
 */
async function readBackwards(session: PollSession, { count = 0, before, start }: Backwards) {
	const { lookback, hourly, recent, end: now } = session;
	const { leadTime, changes } = session.event.source;
	const isWanted = (row: FoundEvent['row']) => changes?.wanted(null, row, session.reader) ?? true;
	// What is read beside other things begins with short slices
	const length =
		start === undefined
			? new SliceLength(session, LIMITS.maxSliceRows)
			: new SliceLength(session, LIMITS.maxSliceRows / 4, recent);
	const all = new Map<string, FoundEvent>();
	const open = leadTime === undefined && before === undefined;
	const end = before ?? (open ? now : now + 1);
	let from = end;
	const ready = () => [...all.values()].filter((found) => found.ready !== false);
	const latest = () => {
		// An event before the start of the time that was read may not be among the latest
		const whole = ready().filter(({ at, row }) => at >= from && isWanted(row));
		return count === 0 ? [] : whole.sort(byTime).slice(-count);
	};
	const isFull = () => count === 0 && SeenEvents.sizeOf(ready().length) >= LIMITS.maxSeenBytes;
	const readBack = async (most: number) => {
		const first = from - Math.min(most, length.span);
		const span = { from: first, to: from, open: open && from === end };
		const slice = await readWhole(session, span, length);
		slice?.found.forEach((each, key) => all.set(key, each));
		if (slice) ({ from } = slice);
	};
	const readLookback = async () => {
		for (const each of start === undefined ? [now - hourly, now - lookback] : [start])
			while (from > each && !isFull()) await readBack(from - each);
	};
	const halted = await readLookback().catch((error: Error) => error);
	if (halted && !(halted instanceof HaltedError && from < end)) throw halted;
	for (let span = lookback; !halted && latest().length < count; span *= 4) {
		if (from <= now - OWN_LIMITS.farBack) break;
		await readBack(span);
	}
	// What only began before is read with what came later
	const found = [...all.values()].filter(({ at }) => at < (before ?? Infinity));
	return { from, all: found.sort(byPosition), latest: latest(), isCut: halted !== undefined };
}

/** Test events: the latest `count` wanted ones, or the next ones if the event looks ahead; oldest first. */
export async function sampleEvents(session: PollSession, count: number): Promise<FoundEvent[]> {
	if (session.event.source.isList) return await sampleList(session, count);
	if (!looksAhead(session.event)) return (await readBackwards(session, { count })).latest;
	const { now } = session.reader;
	const length = new SliceLength(session, count, Math.max(session.lookback, 60_000));
	const found: FoundEvent[] = [];
	const span = { from: now, to: now + OWN_LIMITS.farAhead, open: false };
	for await (const slice of slicesOf(session, span, length)) {
		found.push(...slice.found.values());
		if (found.length >= count) break;
	}
	return found.sort(byTime).slice(0, count);
}
