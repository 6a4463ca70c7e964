import { FailureError, HaltedError } from '../errors/failure';
import { declareLimits, LIMITS } from '../limits';
import { looksAhead } from './event';
import { byPosition, type FoundEvent } from './found';
import { endEarly, type Poll, type Reading, TOO_SLOW } from './pollReading';
import { finishScan, scanDue } from './scan';
import { type Slice, SliceLength, slicesOf } from './slices';
import { readUnready } from './unready';

const OWN_LIMITS = declareLimits({
	/** Most events for which a slice is long enough */
	maxSliceEvents: 500,
});

/**
 * Reads what can be selected by time.
 *
 * 1. What is new: from the end of the last poll to now, in slices, until enough events are due.
 * 2. A part of the lookback again, for events that came late: every poll a recent part, and about once an hour the whole.
 * 3. About once an hour, objects that left the lookback before they were ready.
 */
export class RangeReading implements Reading {
	/** Slices that are new, and those that are read again */
	private readonly fresh: Slice[] = [];
	private readonly again: Slice[] = [];
	private unready: FoundEvent[] = [];
	private readonly freshLength: SliceLength;
	private readonly againLength: SliceLength;
	/** Time up to which earlier polls have read, but not after now: the clock can have been set back */
	private readonly readUpTo: number;
	/** Events that are due so far */
	private due = 0;
	isFull = false;
	cut?: Slice;

	constructor(private readonly poll: Poll) {
		const { before, session } = poll;
		const rows = 2 * Math.min(session.maxItems, OWN_LIMITS.maxSliceEvents);
		this.freshLength = new SliceLength(session, rows, before.sliceLength);
		this.againLength = new SliceLength(session, LIMITS.maxSliceRows, before.scan?.sliceLength);
		this.readUpTo = Math.min(before.readUntil, session.end);
	}

	async read(): Promise<FoundEvent[]> {
		const { fresh, again, poll } = this;
		let length = this.freshLength;
		const read = async () => {
			const isFull = await this.readNew();
			length = this.againLength;
			await this.readAgain(isFull);
			this.unready = await readUnready(poll);
			this.isFull = this.due >= poll.session.maxItems;
		};
		await read().catch((error: Error) => {
			const nothing = fresh.length === 0;
			if (error instanceof HaltedError) {
				// The next poll uses shorter slices. One that this poll has no time to try waits for it
				const { answered, narrowed, tried } = length;
				const hopeless = answered ? tried <= 1 : !narrowed;
				if (nothing && hopeless) throw new FailureError(error.failure ?? TOO_SLOW);
				if (answered || !narrowed) length.narrow();
			} else {
				if (nothing) throw error;
				endEarly(error, poll.session.reader);
			}
		});
		const slices = [...again, ...fresh].flatMap(({ found }) => [...found.values()]);
		const all = new Map([...this.unready, ...slices].map((each) => [each.key, each]));
		return [...all.values()].sort(byPosition);
	}

	/** Returns true if the poll has found as many events as it may emit. */
	private async readNew(): Promise<boolean> {
		const { fresh, freshLength: length, readUpTo: from } = this;
		const { session } = this.poll;
		const open = isOpen(this.poll);
		// The range includes the last millisecond
		const span = { from, to: open ? session.end : session.end + 1, open };
		for await (const slice of slicesOf(session, span, length)) {
			this.note(slice, fresh);
			if (this.due >= session.maxItems) return true;
		}
		return false;
	}

	private async readAgain(isFull: boolean): Promise<void> {
		const { again, againLength: length, poll, readUpTo: to } = this;
		const { state, session } = poll;
		const scan = scanDue(poll, { isFull, readUpTo: to });
		if (!scan) return;
		state.scan = scan;
		if (scan.readUntil >= to) return;
		const span = { from: scan.readUntil, to, open: false };
		for await (const slice of slicesOf(session, span, length)) {
			this.note(slice, again);
			if (this.due >= session.maxItems) return;
		}
	}

	/** Notes a slice that was read, and counts its due events. */
	private note(slice: Slice, slices: Slice[]): void {
		slices.push(slice);
		const due = [...slice.found.values()].filter((each) => this.poll.novelty.isDue(each)).length;
		this.due += due;
		// It ends where it begins, so that the next poll reads it again
		const isUnfinished = !slice.isWhole && slice.to <= slice.from;
		if (!isUnfinished) return;
		if (slices === this.fresh) this.cut = slice;
		// The poll had all its time for it, and nothing of it is new: the next poll would get no further
		const isStuck = due === 0 && slices.length === 1 && this.poll.isFirstStep;
		if (isStuck) slice.to += stepPast(slice);
	}

	move(): boolean {
		const { fresh, again, freshLength, againLength, readUpTo } = this;
		const { state, session, waiting } = this.poll;
		const reached = this.reachedIn(fresh, state.readUntil);
		state.readUntil = Math.max(state.readUntil, Math.min(reached, session.end));
		// What waits was read by its UID: the next poll reads it again
		if ([...waiting.values()].some(({ again: isAgain }) => isAgain)) delete state.scanned.unready;
		const upToDate = reached >= session.end && waiting.size === 0;
		const { scan } = state;
		if (scan) {
			scan.readUntil = this.reachedIn(again, scan.readUntil);
			if (againLength.narrowed) scan.sliceLength = againLength.longest;
			const pages = again.reduce((sum, slice) => sum + slice.pages, 0);
			if (scan.readUntil >= readUpTo) finishScan(this.poll, { pages, upToDate });
		}
		const { longest, narrowed } = freshLength;
		const isShort = (narrowed || reached < session.end) && Number.isFinite(longest);
		state.sliceLength = isShort ? longest : undefined;
		return upToDate;
	}

	/** Time up to which slices were read to their ends and their events were taken, in Unix milliseconds. */
	private reachedIn(slices: Slice[], from: number): number {
		let reached = from;
		for (const slice of slices) {
			const held = this.heldIn(slice).map(({ at }) => at);
			const { event } = this.poll.session;
			// What is before the first event that waits was taken; what looks ahead is read again, for what was added since
			const isDone = event.source.orderedBy === undefined && !looksAhead(event);
			if (held.length > 0 && !isDone) break;
			reached = Math.max(reached, Math.min(slice.to, ...held));
			if (held.length > 0) break;
		}
		return reached;
	}

	/** Events of a slice that wait. Those in the future are read again by every poll, unless they can be in another slice. */
	private heldIn({ to, found }: Slice): FoundEvent[] {
		const { waiting, session } = this.poll;
		const { orderedBy } = session.event.source;
		return [...found.values()].filter(
			({ key }) => waiting.has(key) && (orderedBy !== undefined || waiting.get(key)!.at < to),
		);
	}
}

/** True for an event whose rows in the future are read too. */
function isOpen({ session }: Pick<Poll, 'session'>): boolean {
	return session.event.source.leadTime === undefined;
}

/**
 * Milliseconds by which to leave a slice behind that cannot be read whole. Rows that overlap it come first: the longer ago
 * the last one that was read began, the longer it can last.
 */
function stepPast({ from, reached }: Slice): number {
	return Number.isFinite(reached) ? Math.max(1, from - reached) : 1;
}
