import { FailureError, failureOf } from '../../errors/failure';
import { HaltedError } from '../../errors/halted';
import { LIMITS } from '../../limits';
import { enriched } from '../enrich';
import { keyOf, type RowPage, type Snapshot, type TriggerEvent } from '../event';
import { evict } from '../eviction';
import { byPosition, byTime, isBehind, type Found } from '../found';
import { digest, digestsIn } from '../seenEvents';
import type { PollSession } from '../session';
import { seenIn, TOO_SLOW, warnOfEviction, type Advance, type Source } from '../source';
import { stateFrom, type PollState, type UnfinishedList } from '../state';
import { isRecentlyRead } from './rescans';
import type { Start } from '../triggerSettings';

type SnapshotEvent = TriggerEvent & { source: Snapshot };

/**
 * Source for a list that can only be read as a whole: every poll reads all of it and emits new events. An event with a time
 * is new if it is inside the lookback and not stored as seen. An event without a time is new if it is not stored as seen.
 */
export const snapshotSource: Source = {
	begin,
	// A read with the earlier filters has stored as seen what only the new ones let through
	beginAgain: async (before) => await Promise.resolve(before),
	advance,
	sample,
};

/** Events of a list, ordered by position, and where the next poll goes on if the time did not suffice for all. */
interface List {
	all: Found[];
	rest?: string;
	pages: number;
}

/** Reads pages of the list, by default all of it. */
async function readList(
	{ event, reader }: PollSession,
	list: AsyncIterable<RowPage> = (event as SnapshotEvent).source.read(reader),
): Promise<List> {
	const { fact } = event;
	const all = new Map<string, Found>();
	let pages = 0;
	let rest: string | undefined;
	const readAll = async () => {
		for await (const { rows, next } of list) {
			pages++;
			rest = next;
			for (const row of rows) {
				const each = fact(row, reader);
				if (!each) continue;
				const at = each.time ?? reader.now;
				all.set(keyOf(each), { ...each, key: keyOf(each), row, at, keepUntil: at });
			}
		}
		rest = undefined;
	};
	await readAll().catch((error: Error) => {
		if (!(error instanceof HaltedError)) throw error;
		if (pages === 0) throw new FailureError(error.failure ?? TOO_SLOW);
	});
	return { all: [...all.values()].sort(byPosition), rest, pages };
}

/** Reads the list from where the last poll ended. */
async function readOn(session: PollSession, from: string | undefined): Promise<List> {
	const { event, reader } = session;
	const list = (event as SnapshotEvent).source.read(reader, from);
	return await readList(session, list).catch(async (error: Error) => {
		// The service may have forgotten the cursor of an earlier poll
		if (!from || failureOf(error).status !== 400) throw error;
		return await readList(session);
	});
}

async function begin(session: PollSession, start: Start): Promise<PollState> {
	const { reader, lookback } = session;
	const { all, rest } = await readList(session);
	// The latest items are known only when all were read
	if (rest && start.from === 'last') throw new FailureError(TOO_SLOW);
	const wanted = await wantedOf(all, session);
	const dated = wanted.filter(({ time }) => time !== undefined).sort(byTime);
	const count = start.from === 'last' ? start.count : 0;
	const since = start.from === 'date' ? start.since(reader.now) : undefined;
	const latest =
		since === undefined
			? dated.slice(Math.max(0, dated.length - count))
			: dated.filter(({ time }) => time! >= since);
	const from = Math.min(latest[0]?.time ?? Infinity, reader.now - lookback);
	const state = stateFrom(since ?? from);
	state.parents = parentsOf(session);
	const existed = since === undefined ? reader.now : since - 1;
	if (rest) state.list = { ...listOf(session), position: rest, first: existed };
	const seen = seenIn({}, session);
	const kept = new Set(latest);
	// An event without a time cannot be compared with Start Date, so it counts as seen
	for (const found of all) {
		if (!kept.has(found) && isCounted(found, state)) seen.remember(found.key, found.keepUntil);
	}
	state.readUntil = reader.now;
	const most = LIMITS.maxFirstSeenBytes;
	const position = evict(seen, { most, waiting: latest[0], read: all, now: reader.now });
	if (position) state.skippedUpTo = position;
	if (undatedIn(all) > LIMITS.maxUndated) state.undatedOverflow = true;
	return { ...state, seenEvents: seen.stored() };
}

async function advance(before: PollState, session: PollSession): Promise<Advance> {
	const { event, reader, enricher, maxItems, lookback } = session;
	const { filtersEnd = Infinity } = session;
	const begun = listOf(session);
	const list =
		before.list?.parents === begun.parents ? before.list : { ...begun, first: before.list?.first };
	const { recent } = (event as SnapshotEvent).source;
	const isWhole = !recent || filtersEnd < Infinity || !isRecentlyRead(before, reader.now);
	const read = isWhole ? readOn(session, list.position) : readList(session, recent(reader));
	const { all: there, rest, pages } = await read;
	const all = there.filter(({ time = -Infinity }) => time <= filtersEnd);
	const state: PollState = { ...before };
	if (!rest) state.parents = parentsOf(session);
	// An object without a time that the earlier filters exclude existed when they were replaced, or belongs to later ones
	const [since, ...others] = before.replacedFilters ?? [];
	if (since && !rest) state.replacedFilters = [{ ...since, read: true }, ...others];
	const seen = seenIn(before.seenEvents, session);
	if (undatedIn(all) > LIMITS.maxUndated) state.undatedOverflow = true;
	const wanted = new Set(await wantedOf(all, session));
	const parents = before.parents === undefined ? undefined : digestsIn(before.parents);
	const due: Found[] = [];
	for (const found of all) {
		const isNew = !seen.has(found.key) && isCounted(found, state);
		const added = found.parent !== undefined && parents && !parents.includes(digest(found.parent));
		const existed = list.first !== undefined && (found.time ?? -Infinity) <= list.first;
		if (isNew && wanted.has(found) && !added && !existed) due.push(found);
		else if (isNew ? !since?.read : seen.has(found.key)) seen.remember(found.key, found.keepUntil);
	}
	const candidates = due.slice(0, maxItems);
	const { done, attempts } = await enriched(event, enricher, candidates, before.enrichAttempts);
	state.enrichAttempts = attempts;
	for (const { key, keepUntil } of done) seen.remember(key, keepUntil);
	const waiting = due.filter(({ key }) => !done.some((each) => each.key === key));
	// What waits is read again
	const position = waiting.length > 0 ? list.position : rest;
	if (position && isWhole) state.list = { ...list, position };
	else delete state.list;
	if (recent && isWhole && !rest && waiting.length === 0 && (pages > 1 || before.list))
		state.recentRead = { at: list.startedAt, pages: before.list ? 10 : pages };
	if (!rest) state.readUntil = Math.max(before.readUntil, list.startedAt);
	if (waiting.length === 0 && !rest) {
		const final = before.readUntil - lookback;
		if (final > state.skippedUpTo[0]) state.skippedUpTo = [final, ''];
	}
	seen.forgetBefore(state.skippedUpTo[0]);
	if (seen.size > LIMITS.maxSeenBytes) {
		warnOfEviction(reader);
		const bounds = { most: LIMITS.maxSeenBytes, waiting: waiting[0], read: all, now: reader.now };
		state.skippedUpTo = evict(seen, bounds) ?? state.skippedUpTo;
	}
	state.seenEvents = seen.stored();
	const emitted = done.filter(({ unwanted }) => !unwanted);
	return { emitted, state, upToDate: waiting.length === 0 && !rest };
}

async function sample(session: PollSession, count: number): Promise<Found[]> {
	const wanted = await wantedOf((await readList(session)).all, session);
	const dated = wanted.filter(({ time }) => time !== undefined).sort(byTime);
	return dated.length > 0 ? dated.slice(-count) : wanted.slice(0, count);
}

/** The events that match the filters. */
async function wantedOf(all: Found[], { event, reader }: PollSession): Promise<Found[]> {
	const { wanted } = (event as SnapshotEvent).source;
	if (!wanted) return all;
	const wishes = await Promise.all(
		all.map(async ({ row }) => await wanted(row, reader, reader.self)),
	);
	return all.filter((_found, i) => wishes[i]);
}

/** True for an event that is recent enough to be emitted. */
function isCounted(found: Found, { skippedUpTo, undatedOverflow }: PollState): boolean {
	return found.time === undefined ? !undatedOverflow : isBehind(found, skippedUpTo);
}

function undatedIn(all: Found[]): number {
	return all.filter(({ time }) => time === undefined).length;
}

/** A list that begins now. */
function listOf(session: PollSession): Omit<UnfinishedList, 'position'> & Partial<UnfinishedList> {
	return { startedAt: session.reader.now, parents: digest(parentsOf(session) ?? '') };
}

/** Concatenated digests of the parents, if the user chooses them. */
function parentsOf({ event, reader }: PollSession): string | undefined {
	return (event as SnapshotEvent).source.parents?.(reader)?.map(digest).join('');
}
