import { HaltedError } from '../../errors/failure';
import { LIMITS } from '../../limits';
import { omit } from '../../omit';
import { looksAhead, type TimeRange } from '../event';
import { evict } from '../eviction';
import { byPosition, byTime, type Found } from '../found';
import { SeenEvents } from '../seenEvents';
import type { PollSession } from '../session';
import { endEarly, seenIn } from '../source';
import type { Start } from '../triggerFields';
import { type PollState, stateFrom } from '../state';
import { Statuses, type StoredStatuses } from '../statusChanges';
import { readWhole, SliceLength, slicesOf } from './slices';

/** State of a trigger before its first poll. */
export async function beginTimeRange(
	session: PollSession<TimeRange>,
	start: Start,
): Promise<PollState> {
	const { event, reader } = session;
	const { source } = event;
	// All arrangements that are still due are events, whenever they were created
	if (looksAhead(event)) return stateFrom(reader.now);
	if (source.changes) return { ...stateAfter(session), statuses: await presentStatuses(session) };
	if (start.from === 'date') return stateFrom(start.since(reader.now));
	const read = await latestOf(session, { count: start.from === 'last' ? start.count : 0 });
	const state = start.from === 'last' ? stateFrom(read.from) : stateAfter(session);
	return { ...state, ...afterReading(read, state, session) };
}

/** Goes on with what a poll's time did not suffice for at the activation. */
export async function readOpening(
	state: PollState,
	session: PollSession<TimeRange>,
): Promise<PollState> {
	const { opening, countsFrom, finalBefore, skippedUpTo } = state;
	const rest = omit(state, 'opening');
	// What was dropped from what is stored as seen must not be read again
	if (opening !== finalBefore || opening !== skippedUpTo[0] || opening <= countsFrom) return rest;
	const read = await latestOf(session, { before: opening }).catch((error: Error) => {
		if (!(error instanceof HaltedError)) endEarly(error, session.reader);
	});
	const next: PollState = read ? { ...rest, ...afterReading(read, state, session) } : state;
	if (next.opening !== undefined)
		session.reader.warn(
			'This trigger is still reading what existed when it was activated or its filters changed. Until that is done, events that arrive very late are missed.',
		);
	return next;
}

/** Positions and seen events after a read at the activation: what exists is not emitted, but for the `latest` events. */
function afterReading(
	{ from, all, latest, isCut }: Awaited<ReturnType<typeof latestOf>>,
	{ countsFrom, seenEvents }: PollState,
	session: PollSession<TimeRange>,
) {
	const { event, reader } = session;
	const start = Math.max(countsFrom, from);
	const seen = seenIn(seenEvents, session);
	const passedOver = all.filter((found) => found.ready !== false && !latest.includes(found));
	for (const { key, keepUntil } of passedOver)
		if (keepUntil >= start) seen.remember(key, keepUntil);
	const [waiting] = [...latest].sort(byPosition);
	const { maxFirstSeenBytes: most } = LIMITS;
	const position = evict(seen, { most, waiting, read: all, now: reader.now });
	const { orderedBy } = event.source;
	return {
		finalBefore: Math.max(start, orderedBy === 'update' ? start : (position?.[0] ?? start)),
		skippedUpTo: position ?? [start, ''],
		seenEvents: seen.stored(),
		...(isCut && { opening: start }),
	};
}

/**
 * State from which new filters count. What exists at the change and only they let through is seen, as at the start of a
 * trigger; what the earlier ones let through as well and is not seen has come late. `session.filtersEnd` is the time of the
 * change. If the lookback cannot be read in time, it starts where reading ended.
 */
export async function beginAgain(
	before: PollState,
	session: PollSession<TimeRange>,
	prior?: PollSession<TimeRange>,
): Promise<PollState> {
	const event = session.event;
	const { reader, lookback, filtersEnd: time = reader.now } = session;
	const state = omit(before, 'rescan', 'unfinished');
	if (event.source.changes) return raised({ ...state, lastRescanAt: 0 }, time - lookback);
	// Tasks that are still due are events
	const isAhead = looksAhead(event);
	const { from, all, isCut } = await latestOf({ ...session, end: time });
	const seen = seenIn(state.seenEvents, session);
	const unseen = all.filter(({ key, ready, at }) => ready !== false && at < time && !seen.has(key));
	const late = prior && unseen.length > 0 ? (await latestOf({ ...prior, end: time })).all : [];
	const isLate = new Set(late.map(({ key }) => key));
	for (const { key, keepUntil } of unseen) if (!isLate.has(key)) seen.remember(key, keepUntil);
	const [position] = evict(seen, { most: LIMITS.maxSeenBytes, read: [], now: time }) ?? [from];
	const start = Math.max(Math.min(from, time), position);
	const next = raised({ ...state, lastRescanAt: isAhead ? 0 : time }, start);
	const isOpen = !isAhead && (isCut || state.opening !== undefined);
	return { ...next, opening: isOpen ? next.finalBefore : undefined, seenEvents: seen.stored() };
}

/** The state with everything before a time final. */
function raised(state: PollState, time: number): PollState {
	const finalBefore = Math.max(state.finalBefore, time);
	const passed = finalBefore > state.skippedUpTo[0];
	return { ...state, finalBefore, ...(passed && { skippedUpTo: [finalBefore, ''] }) };
}

/** State after a poll that has read everything up to now. */
function stateAfter({ reader: { now }, lookback }: PollSession<TimeRange>): PollState {
	return { ...stateFrom(now - lookback), readUntil: now, lastRescanAt: now, unreadyReadAt: now };
}

/** Current statuses of the latest changed objects. */
async function presentStatuses({ event, reader }: PollSession<TimeRange>): Promise<StoredStatuses> {
	const { source, fact } = event;
	const { value, version, isFinal } = source.changes!;
	const latestFirst: Array<[id: string, status: string, version: number]> = [];
	for await (const { rows } of source.read(reader, { from: -Infinity })) {
		for (const row of rows) latestFirst.push([fact(row, reader)!.id, value(row), version(row)]);
		if (latestFirst.length >= Statuses.most) break;
	}
	const statuses = new Statuses(isFinal);
	for (const each of latestFirst.reverse()) statuses.set(...each);
	return statuses.stored();
}

/**
 * Reads backwards from now or from `before`, the time from which an earlier poll has read, over the lookback and on until
 * the `count` latest events are found. If the lookback cannot be read in time, it ends where reading ended; with more
 * events than can be stored as seen, where there are as many.
 *
 * @returns the start of the time that was read, `all` events by position, so that they fill the buckets of seen events,
 * the `latest` ones, oldest first, and whether the poll's time did not suffice for the lookback
 */
async function latestOf(
	session: PollSession<TimeRange>,
	{ count = 0, before }: { count?: number; before?: number } = {},
) {
	const { lookback, hourly, recent, filtersEnd, end: now } = session;
	const { leadTime, orderedBy, changes } = session.event.source;
	const isWanted = (row: Found['row']) => changes?.wanted(null, row, session.reader) ?? true;
	const { maxSliceRows } = LIMITS;
	const [rows, longest] = before === undefined ? [maxSliceRows] : [maxSliceRows / 4, recent];
	const length = new SliceLength(session, rows, longest);
	const all = new Map<string, Found>();
	const open = leadTime === undefined && filtersEnd === undefined;
	// The time of a change belongs to the new filters; where rows do not contain it, they are not asked for
	const latestEnd = open || orderedBy === 'hiddenTime' ? now : now + 1;
	const end = before ?? latestEnd;
	let from = end;
	const ready = () => [...all.values()].filter((found) => found.ready !== false);
	const latest = () => {
		// An event before the start of the time that was read may not be among the latest
		const whole = ready().filter(({ at, row }) => at >= from && isWanted(row));
		return count === 0 ? [] : whole.sort(byTime).slice(-count);
	};
	const isFull = () => count === 0 && SeenEvents.sizeOf(ready().length) >= LIMITS.maxSeenBytes;
	const readBack = async (most: number) => {
		const start = from - Math.min(most, length.span);
		const span = { from: start, to: from, open: open && from === latestEnd };
		const slice = await readWhole(session, span, length);
		slice?.found.forEach((each, key) => all.set(key, each));
		if (slice) ({ from } = slice);
	};
	const readLookback = async () => {
		for (const start of [now - hourly, now - lookback])
			while (from > start && !isFull()) await readBack(from - start);
	};
	const halted = await readLookback().catch((error: Error) => error);
	const some = from < end || filtersEnd !== undefined;
	if (halted && !(halted instanceof HaltedError && some)) throw halted;
	for (let span = lookback; !halted && latest().length < count; span *= 4) {
		if (from <= now - LIMITS.farBack) break;
		await readBack(span);
	}
	// What only began before is read with what came later
	const found = [...all.values()].filter(({ time = -Infinity }) => time < (before ?? Infinity));
	return { from, all: found.sort(byPosition), latest: latest(), isCut: halted !== undefined };
}

/** Test events: the latest wanted events, or the next ones if the event looks ahead. */
export async function sampleTimeRange(
	session: PollSession<TimeRange>,
	count: number,
): Promise<Found[]> {
	if (!looksAhead(session.event)) return (await latestOf(session, { count })).latest;
	const { now } = session.reader;
	const length = new SliceLength(session, count, Math.max(session.lookback, 60_000));
	const found: Found[] = [];
	const span = { from: now, to: now + LIMITS.farAhead, open: false };
	for await (const slice of slicesOf(session, span, { length })) {
		found.push(...slice.found.values());
		if (found.length >= count) break;
	}
	return found.sort(byTime).slice(0, count);
}
