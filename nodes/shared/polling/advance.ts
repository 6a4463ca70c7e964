import { FailureError, failureOf } from '../errors/failure';
import { HaltedError } from '../errors/halted';
import { LIMITS } from '../limits';
import { enriched } from './enrich';
import type { Emitted, Reader, TriggerEvent } from './event';
import { byPlace, byTime, fit, isAbove } from './eviction';
import { digest, digestsIn, SeenEvents } from './seenEvents';
import { Pace, slicesOf, type Due, type Found, type Slice } from './slices';
import type { PollState } from './state';
import { LastValues } from './statusChanges';

/** What the engine goes by in one poll. */
export interface PollSession {
	event: TriggerEvent;
	reader: Reader;
	/** The same with more time, for what events are completed with */
	completer: Reader;
	/** Milliseconds, never longer than the lookback */
	hot: number;
	lookback: number;
	/** Milliseconds that share a bucket of the memory */
	unit: number;
	maxItems: number;
	/** How far the service's clock is behind ours by now, in milliseconds */
	behind: () => number;
	/** Says something to the log */
	warn: (message: string) => void;
}

/** What a poll found, and what it remembers then. */
export interface Advance {
	emitted: Emitted[];
	state: PollState;
}

/**
 * One poll: reads what is new and looks again at what was read, emits what was not emitted before,
 * oldest first and at most `maxItems`. Gives a new state and leaves `before` alone; given the same
 * state again it finds the same events again.
 *
 * 1. Fresh: from where the last poll ended to now, in slices; far behind, no more than can be emitted.
 * 2. Again: the hot part of the lookback, or about once an hour the whole (a lap), for what came late.
 * 3. A position never moves past an event that was not taken, and never over a slice not read whole.
 *
 * Throws when nothing could be read, and always for HTTP 400 and 401.
 */
export async function advance(before: PollState, terms: PollSession): Promise<Advance> {
	const poll = new Poll(before, terms);
	try {
		await poll.readFresh();
		await poll.readAgain();
	} catch (error) {
		poll.stopAt(error);
	}
	const emitted = await poll.take();
	return { emitted, state: poll.finish() };
}

/** For a poll that had to end before it had read anything. */
export const TOO_SLOW = {
	message: 'The service was too slow for a poll: nothing could be read in time',
	description:
		'The next poll tries again. If it persists, narrow the filters or poll at other times.',
};

class Poll {
	private readonly state: PollState;
	private readonly memory: SeenEvents;
	private readonly known: LastValues;
	private readonly pace: Pace;
	private readonly fresh: Slice[] = [];
	private readonly again: Slice[] = [];
	/** Due and not emitted, by key */
	private readonly waiting = new Map<string, Due>();
	private readonly now: number;

	constructor(
		private readonly before: PollState,
		private readonly terms: PollSession,
	) {
		const { event, reader, hot, lookback, unit } = terms;
		this.state = { ...before, floor: [...before.floor], lap: before.lap && { ...before.lap } };
		this.memory = new SeenEvents(unit, before.seen);
		this.known = new LastValues(before.known);
		this.pace = new Pace(2 * lookback, hot, before.step ?? Infinity);
		this.now = reader.now + (event.ahead?.(reader) ?? 0);
	}

	async readFresh(): Promise<void> {
		const { event, reader, maxItems } = this.terms;
		const open = !event.notBefore;
		// What is due at this very millisecond is due
		const to = open ? this.now : this.now + 1;
		const from = this.readBefore;
		let due = 0;
		for await (const slice of slicesOf(event, reader, this.pace, { from, to, open })) {
			this.fresh.push(slice);
			due += [...slice.found.values()].filter((found) => this.isNew(found)).length;
			if (due >= maxItems) return;
		}
	}

	async readAgain(): Promise<void> {
		const { event, reader, hot, lookback } = this.terms;
		if (event.listed) return;
		const { state, present } = this;
		const overdue =
			present - state.lapped >= LIMITS.rescanEvery || state.low < present - lookback - hot;
		if (hot >= lookback || overdue) state.lap ??= { began: present, at: state.low };
		const from = state.lap?.at ?? Math.max(state.low, present - hot);
		const to = this.readBefore;
		if (from >= to) return;
		for await (const slice of slicesOf(event, reader, this.pace, { from, to, open: false })) {
			this.again.push(slice);
		}
	}

	/** Reading ended early: the poll goes on with what was read whole. */
	stopAt(error: unknown): void {
		const { warn, event } = this.terms;
		const nothing = this.fresh.length + this.again.length === 0;
		if (error instanceof HaltedError) {
			// A span that could not be read in time is cut for the next poll
			const hopeless = event.listed === true || this.pace.tried <= 1 || !this.pace.answered;
			if (nothing && hopeless) throw new FailureError(error.failure ?? TOO_SLOW);
			this.pace.narrow();
		} else {
			const { status } = failureOf(error);
			const passing = error instanceof FailureError && status !== 400 && status !== 401;
			if (!passing || nothing) throw error;
			warn(`The poll ended early, the next one goes on: ${error.message}`);
		}
	}

	/** Takes what is due, completed where the user wants that. */
	async take(): Promise<Emitted[]> {
		const { event, completer, maxItems } = this.terms;
		const due = this.due();
		for (const each of due) this.waiting.set(each.key, each);
		const { done, tries } = await enriched(
			event,
			completer,
			due.slice(0, maxItems),
			this.state.tries,
		);
		this.state.tries = tries;
		return done.map(({ row, ...each }) => {
			this.waiting.delete(each.key);
			this.remember(each);
			const { key, time, at, previous } = each;
			return { key, row, time, late: at < this.before.done, previous };
		});
	}

	/** The state after this poll. */
	finish(): PollState {
		const { state, memory, known, terms } = this;
		this.movePositions();
		memory.forgetBefore(state.floor[0]);
		this.fit();
		state.seen = memory.stored();
		if (terms.event.wants) state.known = known.stored();
		state.groups = terms.event.groups?.(terms.reader)?.map(digest).join('');
		if (this.pace.narrowed || !this.caughtUp) state.step = finite(this.pace.step);
		else delete state.step;
		return state;
	}

	/** Now by the clock that is behind: a mark beyond the service's own now would lose what comes. */
	private get present(): number {
		return this.now - this.terms.behind();
	}

	/** How far earlier polls have read; never beyond now, should the clock have been set back. */
	private get readBefore(): number {
		return Math.min(this.before.done, this.now);
	}

	/** Everything up to now was read and taken. */
	private get caughtUp(): boolean {
		return this.state.done >= this.present;
	}

	/** All events of this poll, each once, in order; as it was read last. */
	private get all(): Found[] {
		const all = new Map<string, Found>();
		for (const { found } of [...this.fresh, ...this.again]) {
			for (const [key, each] of found) all.set(key, each);
		}
		return [...all.values()].sort(byTime);
	}

	/** The events that are due; those that are to be passed over are remembered. */
	private due(): Due[] {
		const { event, reader } = this.terms;
		const all = this.all;
		if (all.filter(({ timeless }) => timeless).length > LIMITS.maxUndated) this.state.blind = true;
		const groups = this.before.groups && digestsIn(this.before.groups);
		const due: Due[] = [];
		const open = new Set<string>();
		for (const found of all) {
			if (!this.isNew(found)) {
				this.lengthen(found);
				continue;
			}
			const { id, group, value } = found;
			if (group !== undefined && groups && !groups.includes(digest(group))) {
				this.remember(found);
			} else if (value === undefined) {
				due.push(found);
			} else if (!open.has(id)) {
				const previous = this.known.get(id);
				const changed = previous !== undefined && previous !== value;
				if (changed && event.wants!(previous, found.row, reader)) {
					due.push({ ...found, previous });
					open.add(id);
				} else this.remember(found);
			}
		}
		return due;
	}

	/** Not emitted or passed over before, and not too old for this trigger. */
	private isNew(found: Found): boolean {
		if (this.memory.has(found.key)) return false;
		return found.timeless ? !this.state.blind : isAbove(found, this.state.floor);
	}

	/** What was seen and is now dated later has to be remembered until then. */
	private lengthen({ key, until }: Found): void {
		if (!this.terms.event.hiddenTime && this.memory.has(key)) this.memory.remember(key, until);
	}

	private remember({ key, until, id, value }: Omit<Found, 'row'>): void {
		this.memory.remember(key, until);
		if (value !== undefined) this.known.set(id, value);
	}

	/** Moves the positions over what was read whole and left nothing behind. */
	private movePositions(): void {
		const { state, present } = this;
		const { event, lookback } = this.terms;
		const doneBefore = state.done;
		for (const { to } of this.read(this.fresh)) state.done = Math.max(state.done, to);
		state.done = Math.max(doneBefore, Math.min(state.done, present));
		if (event.listed) {
			if (this.waiting.size === 0) this.raise(doneBefore - lookback);
			return;
		}
		const { lap } = state;
		if (!lap) return;
		for (const { to } of this.read(this.again)) lap.at = Math.max(lap.at, to);
		if (lap.at < this.readBefore) return;
		delete state.lap;
		// What was final by the last walk already has now been read twice since
		this.raise(Math.min(this.readBefore, state.lapped - lookback));
		state.lapped = lap.began;
	}

	/** The slices before the first one with an event that was not taken. */
	private read(slices: Slice[]): Slice[] {
		const end = slices.findIndex(({ found }) =>
			[...found.keys()].some((key) => this.waiting.has(key)),
		);
		return end < 0 ? slices : slices.slice(0, end);
	}

	/** Everything before `low` is final. */
	private raise(low: number): void {
		const { state } = this;
		state.low = Math.max(state.low, low);
		// An event that was moved on is read at its later place: it must not be too old by then
		const settled = this.terms.event.movesOn ? this.caughtUp : true;
		if (settled && state.low > state.floor[0]) state.floor = [state.low, ''];
	}

	/** Keeps the memory within its bounds. */
	private fit(): void {
		const { memory, state, now } = this;
		if (memory.size <= LIMITS.maxSeenBytes) return;
		this.terms.warn('There are too many events to look out for late ones as long as usual.');
		const waiting = [...this.waiting.values()].filter(({ at }) => at >= this.before.done);
		const floor = fit(
			memory,
			LIMITS.maxSeenBytes,
			this.all.sort(byPlace),
			waiting.sort(byPlace)[0],
			now,
		);
		if (!floor || floor[0] < state.floor[0]) return;
		state.floor = floor;
		if (!this.terms.event.movesOn) state.low = Math.max(state.low, floor[0]);
	}
}

function finite(step: number): number | undefined {
	return Number.isFinite(step) ? step : undefined;
}
