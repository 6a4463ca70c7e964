import { FailureError, failureOf, HaltedError } from '../../errors/failure';
import { LIMITS } from '../../limits';
import { enriched } from '../enrich';
import { keyOf, type Refusal, type RowPage, type Snapshot } from '../event';
import { evict, warnOfCrowd } from '../eviction';
import { byPosition, byTime, isBehind, type Found, type Position } from '../found';
import { digest, digestsIn, type SeenEvents } from '../seenEvents';
import type { PollSession } from '../session';
import { endEarly, seenIn, TOO_SLOW, type Advance, type Source } from '../source';
import { type PollState, stateFrom, type UnfinishedList } from '../state';
import { isRecentlyRead } from './positions';
import type { Start } from '../triggerFields';

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

/**
 * Events of pages of the list, by default all, ordered by position; `rest` is where the next poll goes on after these pages.
 * What the service refuses is left out, with a warning. Throws if it refuses everything.
 */
async function readList(
	{ event, reader }: PollSession<Snapshot>,
	from?: string,
	list = event.source.read(reader, from),
) {
	const all = new Map<string, Found>();
	const refused: Refusal[] = [];
	let pages = 0;
	let last: RowPage | undefined;
	let failure: Error | undefined;
	const readAll = async () => {
		for await (const page of list) {
			pages++;
			last = page;
			if (page.refused) refused.push(page.refused);
			for (const row of page.rows) {
				const each = event.fact(row, reader);
				if (!each) continue;
				const at = each.time ?? reader.now;
				all.set(keyOf(each), { ...each, key: keyOf(each), row, at, keepUntil: at });
			}
		}
	};
	await readAll().catch((error: Error) => {
		const isHalted = error instanceof HaltedError;
		if (pages === 0) throw isHalted ? new FailureError(error.failure ?? TOO_SLOW) : error;
		if (isHalted) return;
		const { status, transient } = failureOf(error);
		// A list that breaks the contract does so in the next poll too
		if (status === undefined && !transient) throw error;
		endEarly(error, reader);
		failure = error;
	});
	const { next: rest, passedOver } = last ?? { rows: [] };
	if (refused.length > 0) {
		const isAll = refused.length === pages && from === undefined && rest === undefined;
		const words = event.source.refusal!(refused, isAll, reader);
		if (isAll) throw new FailureError({ ...words, status: refused[0].status });
		reader.warn(`${words.message}. ${words.description}`);
	}
	const names = refused.map(({ parent }) => digest(parent));
	const found = [...all.values()].sort(byPosition);
	return { all: found, rest, pages, passedOver, failure, refused: names };
}

/** Reads the list from where the last poll ended. */
async function readOn(session: PollSession<Snapshot>, from: string | undefined) {
	return await readList(session, from).catch(async (error: Error) => {
		// The service may have forgotten the cursor of an earlier poll
		if (!from || failureOf(error).status !== 400) throw error;
		return await readList(session);
	});
}

/**
 * State before the first poll. A list that is read with the `first` position emits only what comes after it, however many
 * polls that takes.
 */
async function begin(session: PollSession<Snapshot>, start: Start): Promise<PollState> {
	const { now } = session.reader;
	let from = now - session.lookback;
	let first: Position = [now + 1, ''];
	let unread: string[] = [];
	if (start.from === 'date') {
		from = start.since(now);
		first = [from, ''];
	} else if (start.from === 'last') {
		const { all, rest, failure, refused } = await readList(session);
		unread = refused;
		// The latest items are known only when all were read
		if (rest) throw failure ?? new FailureError(TOO_SLOW);
		const dated = datedIn(await wantedOf(all, session));
		const before = dated.at(-start.count - 1);
		first = before ? [before.at, before.id] : [0, ''];
		from = Math.min(from, ...dated.slice(-start.count).map(({ at }) => at));
	}
	const state: PollState = { ...stateFrom(from), parents: parentsOf(session) };
	// The latest items are those of the other parents
	noteRefused(state, unread, unread, now + 1);
	state.list = { ...listOf(state, session), first };
	if (start.from !== 'now') return state;
	return (await advance(state, { ...session, maxItems: Infinity })).state;
}

async function advance(before: PollState, session: PollSession<Snapshot>): Promise<Advance> {
	const { event, reader, maxItems, filtersEnd } = session;
	const { recent } = event.source;
	const list = listOf(before, session);
	const isWhole = !recent || filtersEnd !== undefined || !isRecentlyRead(before, reader.now);
	const read = isWhole
		? readOn(session, list.position)
		: readList(session, undefined, recent(reader));
	const { all: there, rest, pages, passedOver } = await read;
	const refused = [...new Set([...digestsIn(list.refused ?? ''), ...(await read).refused])];
	const state: PollState = { ...before };
	if (there.length - datedIn(there).length > LIMITS.maxUndated) state.undatedOverflow = true;
	const all = state.undatedOverflow ? datedIn(there).sort(byPosition) : there;
	const seen = seenIn(before.seenEvents, session);
	const due = await dueOf(all, { list, seen, state }, session);
	const candidates = due.slice(0, maxItems);
	const { done, attempts } = await enriched(session, candidates, before.enrichAttempts);
	state.enrichAttempts = attempts;
	for (const { key, keepUntil } of done) seen.remember(key, keepUntil);
	const waiting = due.filter(({ key }) => !seen.has(key));
	// What waits is read again
	const position = waiting.length > 0 ? list.position : rest;
	const upToDate = waiting.length === 0 && !rest;
	const soFar = waiting.length > 0 ? list.refused : refused.join('') || undefined;
	state.list = isWhole && (rest ?? position) ? { ...list, position, refused: soFar } : undefined;
	if (recent && isWhole && upToDate && (pages > 1 || list.position))
		state.recentRead = { at: list.startedAt, pages: list.position ? 10 : pages };
	if (!rest) wholeRead(state, { ...list, passedOver }, refused, session);
	const final = before.readUntil - session.lookback;
	if (upToDate && final > state.skippedUpTo[0]) state.skippedUpTo = [final, ''];
	seen.forgetBefore(state.skippedUpTo[0]);
	const isFirst = list.first && list.position === undefined;
	const most = isFirst ? LIMITS.maxFirstSeenBytes : LIMITS.maxSeenBytes;
	const bounds = { most, waiting: waiting[0], read: all, now: reader.now };
	const dropped = evict(seen, bounds);
	if (dropped) warnOfCrowd(session);
	state.skippedUpTo = dropped ?? state.skippedUpTo;
	state.seenEvents = seen.stored();
	return { emitted: done.filter(({ unwanted }) => !unwanted), state, upToDate };
}

/** Notes that a list was read to its end. */
function wholeRead(
	state: PollState,
	{ startedAt, first, passedOver }: UnfinishedList & Pick<RowPage, 'passedOver'>,
	refused: string[],
	session: PollSession<Snapshot>,
): void {
	const unread = refused.filter((name) => first !== undefined || isUnread(state, name));
	state.parents = parentsOf(session);
	state.passedOver = passedOver?.map(digest).join('');
	noteRefused(state, refused, unread, first ? first[0] : startedAt + 1);
	state.readUntil = Math.max(state.readUntil, startedAt);
	// An object without a time that the earlier filters exclude existed when they were replaced, or belongs to later ones
	const [since, ...others] = state.replacedFilters ?? [];
	if (since) state.replacedFilters = [{ ...since, read: true }, ...others];
}

/**
 * Notes the parents that the service has refused, with the time up to which their rows are known. A parent that was never
 * read has `from`: older rows existed before. Any other parent has the time of the last whole read.
 */
function noteRefused(state: PollState, refused: string[], unread: string[], from: number): void {
	const { readUntil, refused: known = {}, passedOver = '' } = state;
	const since = (name: string) => known[name] ?? (unread.includes(name) ? from : readUntil);
	state.refused = undefined;
	if (refused.length === 0) return;
	state.refused = Object.fromEntries(refused.map((name) => [name, since(name)]));
	state.passedOver = passedOver + unread.join('');
}

/** True for a parent that was never read, by its digest. */
function isUnread({ parents, passedOver = '' }: PollState, name: string): boolean {
	const isIn = (all: string) => digestsIn(all).includes(name);
	return isIn(passedOver) || (parents !== undefined && !isIn(parents));
}

/** True for what a parent had before it was watched, or may have had when the service began to refuse it. */
function existedBefore({ parent = '', time }: Found, state: PollState): boolean {
	const name = digest(parent);
	const since = state.refused?.[name] ?? Infinity;
	if (isUnread(state, name)) return (time ?? -Infinity) < since;
	// What has no time is forgotten if it is not read for long
	return time === undefined && since < state.skippedUpTo[0];
}

/** The events to emit. What is not emitted now, and must not be later, is stored as seen. */
async function dueOf(
	all: Found[],
	{ list, seen, state }: { list: UnfinishedList; seen: SeenEvents; state: PollState },
	session: PollSession<Snapshot>,
): Promise<Found[]> {
	const wanted = new Set(await wantedOf(all, session));
	const isLater = state.replacedFilters?.[0].read;
	return all.filter((found) => {
		const { key, id, time = -Infinity, keepUntil } = found;
		const isNew = !seen.has(key) && isBehind(found, state.skippedUpTo);
		const existed =
			existedBefore(found, state) || (list.first && !isBehind({ at: time, id }, list.first));
		if (isNew && wanted.has(found) && !existed) return true;
		// What has no time and is there before a start in the future is stored as seen until then
		const isUndated = found.time === undefined && state.readUntil <= state.countsFrom;
		if (isNew ? !isLater : isUndated || seen.has(key))
			seen.remember(key, isUndated ? Math.max(keepUntil, state.skippedUpTo[0]) : keepUntil);
		return false;
	});
}

async function sample(session: PollSession<Snapshot>, count: number): Promise<Found[]> {
	const wanted = await wantedOf((await readList(session)).all, session);
	const dated = datedIn(wanted);
	return dated.length > 0 ? dated.slice(-count) : wanted.slice(0, count);
}

/** The events that match the filters. */
async function wantedOf(all: Found[], { event, reader }: PollSession<Snapshot>): Promise<Found[]> {
	const { wanted } = event.source;
	if (!wanted) return all;
	const asked = all.map(async ({ row }) => await wanted(row, reader));
	const wishes = await Promise.all(asked);
	return all.filter((_found, i) => wishes[i]);
}

/** The events that have a time, in its order. */
function datedIn(all: Found[]): Found[] {
	return all.filter(({ time }) => time !== undefined).sort(byTime);
}

/** The list that a poll goes on with, or one that begins now. */
function listOf({ list }: PollState, session: PollSession<Snapshot>): UnfinishedList {
	const parents = digest(parentsOf(session) ?? '');
	if (list?.parents === parents) return list;
	return { startedAt: session.reader.now, parents, first: list?.first };
}

/** Concatenated digests of the parents, if the user chooses them. */
function parentsOf({ event, reader }: PollSession<Snapshot>): string | undefined {
	return event.source.parents?.(reader)?.map(digest).join('');
}
