import { FailureError, HaltedError } from '../errors/failure';
import { LIMITS } from '../limits';
import { looksAhead } from './event';
import { byPosition, type Found } from './found';
import { endEarly, type Poll, type Reading, TOO_SLOW } from './pollReading';
import { finishScan, scanDue } from './scan';
import { type Slice, SliceLength, slicesOf, type Unfinished } from './slices';
import { readUnready } from './unready';

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
	private unready: Found[] = [];
	private readonly freshLength: SliceLength;
	private readonly againLength: SliceLength;
	/** Time up to which earlier polls have read, but not after now: the clock can have been set back */
	private readonly readUpTo: number;
	/** Events that are due so far */
	private due = 0;
	/** Cursor of the page that the next poll goes on with */
	private page?: string;

	constructor(private readonly poll: Poll) {
		const { before, session } = poll;
		const rows = 2 * Math.min(session.maxItems, LIMITS.maxSliceEvents);
		this.freshLength = new SliceLength(session, rows, before.sliceLength);
		this.againLength = new SliceLength(session, LIMITS.maxSliceRows, before.scan?.sliceLength);
		this.readUpTo = Math.min(before.readUntil, session.end);
	}

	async read(): Promise<Found[]> {
		const { fresh, again, poll } = this;
		let length = this.freshLength;
		const read = async () => {
			const isFull = await this.readNew();
			length = this.againLength;
			await this.readAgain(isFull);
			this.unready = await readUnready(poll);
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
				endEarly(error, poll.session.reader);
			}
		});
		const slices = [...again, ...fresh].flatMap(({ found }) => [...found.values()]);
		const all = new Map([...this.unready, ...slices].map((each) => [each.key, each]));
		return [...all.values()].sort(byPlace);
	}

	/** Returns true if the poll has found as many events as it may emit. */
	private async readNew(): Promise<boolean> {
		const { fresh, freshLength: length, readUpTo: from } = this;
		const { session, before } = this.poll;
		const open = isOpen(this.poll);
		// The range includes the last millisecond
		const span = { from, to: open ? session.end : session.end + 1, open };
		const isEnough = (found: Slice['found']) => this.due + this.dueIn(found) >= session.maxItems;
		const rest = before.unfinished?.at === from ? before.unfinished : undefined;
		for await (const slice of slicesOf(session, span, { length, isEnough }, rest)) {
			fresh.push(slice);
			this.due += this.dueIn(slice.found);
			if (this.due >= session.maxItems) return true;
		}
		return false;
	}

	private async readAgain(isFull: boolean): Promise<void> {
		const { fresh, again, againLength: length, poll } = this;
		const { before, state, session } = poll;
		const scan = scanDue(poll, { isFull, readUpTo: this.readUpTo });
		if (!scan) return;
		state.scan = scan;
		// What earlier polls have read, with the slice that they began: it has pages that this poll did not read
		const begun = !isFull && before.unfinished ? fresh[0] : undefined;
		const to = begun?.to ?? this.readUpTo;
		if (scan.readUntil >= to) return;
		const span = { from: scan.readUntil, to, open: false };
		for await (const slice of slicesOf(session, span, { length })) {
			again.push(slice);
			this.due += this.dueIn(slice.found);
			if (this.due >= session.maxItems) return;
		}
	}

	private dueIn(found: Slice['found']): number {
		return [...found.values()].filter((each) => this.poll.novelty.isDue(each)).length;
	}

	move(): boolean {
		const { fresh, again, freshLength, againLength, readUpTo } = this;
		const { state, session, waiting } = this.poll;
		const reached = this.reachedIn(fresh, state.readUntil);
		const next = fresh.find((slice) => slice.next !== undefined || this.heldIn(slice).length > 0);
		state.readUntil = Math.max(state.readUntil, Math.min(reached, session.end));
		const rest = next && unfinishedIn(next, waiting);
		const { unfinished: begun } = this.poll.before;
		// The service had forgotten the cursor, and the poll had no time to read as far as the one before
		const isBack = rest && begun && rest.at === begun.at && rest.taken < begun.taken;
		this.page = isBack ? begun.cursor : rest?.cursor;
		state.unfinished = isBack ? begun : rest && storable(rest);
		// What waits was read by its UID: the next poll reads it again
		if ([...waiting.values()].some(({ again: isAgain }) => isAgain)) delete state.scanned.unready;
		const upToDate = reached >= session.end && !state.unfinished && waiting.size === 0;
		const { scan } = state;
		if (scan) {
			scan.readUntil = this.reachedIn(again, scan.readUntil);
			if (againLength.narrowed) scan.sliceLength = againLength.longest;
			const pages = again.reduce((sum, slice) => sum + slice.pages, 0);
			if (scan.readUntil >= readUpTo) finishScan(this.poll, { pages, upToDate });
		}
		const { longest, narrowed } = freshLength;
		const isShort =
			(narrowed || reached < session.end || state.unfinished) && Number.isFinite(longest);
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
			if (slice.next !== undefined || (held.length > 0 && !isDone)) break;
			reached = Math.max(reached, Math.min(slice.to, ...held));
			if (held.length > 0) break;
		}
		return reached;
	}

	/** Events of a slice that wait. Those in the future are read again by every poll, unless they can be in another slice. */
	private heldIn({ to, found }: Slice): Found[] {
		const { waiting, session } = this.poll;
		const { orderedBy } = session.event.source;
		return [...found.values()].filter(
			({ key }) => waiting.has(key) && (orderedBy !== undefined || waiting.get(key)!.at < to),
		);
	}

	get moment(): number | undefined {
		return this.poll.state.unfinished?.at;
	}

	get repeated(): Found[] {
		if (this.page === undefined) return [];
		const begun = [...(this.fresh.find(({ from }) => from === this.moment)?.found.values() ?? [])];
		const first = begun.findIndex(({ page }) => page === this.page);
		return first < 0 ? [] : begun.slice(first);
	}
}

/** Compares by position. Events of one time that are read in several polls are compared by their pages. */
function byPlace(a: Found, b: Found): number {
	return a.at - b.at || (a.place ?? 0) - (b.place ?? 0) || byPosition(a, b);
}

/** True for an event whose rows in the future are read too. */
export function isOpen({ session }: Pick<Poll, 'session'>): boolean {
	return session.event.source.leadTime === undefined;
}

/** The page with which the next poll goes on in a slice of one time; undefined for the first page. */
function unfinishedIn(
	{ found, next, before, from, asked }: Slice,
	waiting: Poll['waiting'],
): Unfinished | undefined {
	const first = [...found.values()].find(({ key }) => waiting.has(key));
	const cursor = first ? first.page : next;
	if (cursor === undefined) return undefined;
	return { at: from, to: asked, cursor, taken: before.get(cursor)! };
}

/** The place as it is stored. A cursor of many bytes is left out, so that the next poll reads the pages before it again. */
function storable({ cursor, ...rest }: Unfinished): Unfinished {
	return cursor!.length > LIMITS.maxStoredCursor ? rest : { cursor, ...rest };
}
