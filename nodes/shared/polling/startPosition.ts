import { LIMITS } from '../limits';
import type { PollSession } from './advance';
import { byPlace, byTime, fit } from './eviction';
import { digest, SeenEvents } from './seenEvents';
import { Pace, readSlice, slicesOf, type Found } from './slices';
import { stateFrom, type PollState } from './state';
import { LastValues, type StoredValues } from './statusChanges';

/** Where a trigger begins the first time. */
export type Start =
	{ from: 'now' } | { from: 'date'; date: number } | { from: 'last'; count: number };

/** The state of a trigger before its first poll. */
export async function begin(start: Start, fp: string, terms: PollSession): Promise<PollState> {
	const { event, reader } = terms;
	// What is still due counts, whenever it was written down
	if (event.ahead) return stateFrom(reader.now, fp);
	if (event.wants) {
		const known = await presentValues(terms);
		return { ...stateAfter(terms, fp), known };
	}
	if (start.from === 'date' && !event.listed) return stateFrom(start.date, fp);
	const { from, all, latest } = await readLatest(start.from === 'last' ? start.count : 0, terms);
	if (start.from === 'date') {
		// What shows no time cannot be told to be from after the date
		return passingOver(
			stateFrom(start.date, fp),
			all.filter(({ timeless }) => timeless),
			terms,
		);
	}
	const state = start.from === 'last' ? stateFrom(from, fp) : stateAfter(terms, fp);
	return passingOver(
		state,
		all.filter((found) => !latest.includes(found)),
		terms,
	);
}

/** The state after a poll that read everything up to now. */
function stateAfter(terms: PollSession, fp: string): PollState {
	const now = presentOf(terms);
	return { ...stateFrom(now - terms.lookback, fp), done: now, lapped: now };
}

/** Now, by the service's clock where that is behind ours. */
function presentOf({ reader, behind }: PollSession): number {
	return reader.now - behind();
}

/** The latest events. The first answers tell how late it is at the service: then once more from there. */
async function readLatest(count: number, terms: PollSession): Promise<Latest> {
	const before = terms.behind();
	const latest = await latestOf(count, terms);
	return terms.behind() === before ? latest : await latestOf(count, terms);
}

/** The state with events that are not to be emitted. */
function passingOver(
	state: PollState,
	all: Found[],
	{ event, reader, unit }: PollSession,
): PollState {
	const memory = new SeenEvents(unit);
	for (const { key, until } of all) {
		if (until >= state.floor[0]) memory.remember(key, until);
	}
	const floor = fit(
		memory,
		LIMITS.maxFirstSeenBytes,
		[...all].sort(byPlace),
		undefined,
		reader.now,
	);
	const raised = floor && { floor, ...(!event.movesOn && { low: Math.max(state.low, floor[0]) }) };
	const groups = event.groups?.(reader)?.map(digest).join('');
	return { ...state, ...raised, ...(groups !== undefined && { groups }), seen: memory.stored() };
}

/** The present values of the objects that changed last. */
async function presentValues({ event, reader }: PollSession): Promise<StoredValues> {
	const latestFirst = new Map<string, string>();
	const known = new LastValues();
	for await (const rows of event.read(reader, 0)) {
		for (const row of rows) {
			const { id, value } = event.fact(row, reader)!;
			if (!latestFirst.has(id)) latestFirst.set(id, value!);
		}
		if (latestFirst.size >= LastValues.most) break;
	}
	for (const [id, value] of [...latestFirst].reverse()) known.set(id, value);
	return known.stored();
}

/** The events of the lookback, and before it, as far back as the latest `count` of them reach. */
export interface Latest {
	/** Everything from here on was read */
	from: number;
	all: Found[];
	/** At most `count`, the oldest first */
	latest: Found[];
}

/** Looks for the latest events, going back from now. */
export async function latestOf(
	count: number,
	terms: PollSession,
	wanted: (found: Found) => boolean = () => true,
): Promise<Latest> {
	const { event, reader, lookback, hot } = terms;
	const now = presentOf(terms) + (event.ahead?.(reader) ?? 0);
	const pace = new Pace(2 * lookback, hot, Infinity);
	const all = new Map<string, Found>();
	const add = (found: Map<string, Found>) => found.forEach((each, key) => all.set(key, each));
	let from = now - lookback;
	const latest = () => {
		// What is older than the span that was read may have others before it
		const whole = [...all.values()].filter(
			({ at, timeless }) => !timeless && (event.listed || at >= from),
		);
		return count === 0 ? [] : whole.filter(wanted).sort(byTime).slice(-count);
	};
	const window = event.notBefore
		? { from, to: now + 1, open: false }
		: { from, to: now, open: true };
	for await (const { found } of slicesOf(event, reader, pace, window)) add(found);
	for (let span = lookback; latest().length < count && !event.listed; span *= 4) {
		if (from <= now - LIMITS.farBack) break;
		span = Math.min(span, pace.span);
		const slice = await readSlice(event, reader, pace, Math.max(0, from - span), from, false);
		if (!slice) continue;
		add(slice.found);
		from = slice.from;
	}
	return { from: event.listed ? 0 : from, all: [...all.values()], latest: latest() };
}
