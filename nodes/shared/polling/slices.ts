import type { IDataObject } from 'n8n-workflow';

import { HaltedError } from '../errors/failure';
import { DAY } from '../durations';
import { declareLimits } from '../limits';
import { type EventSource, type Fact, eventKey } from './event';
import type { FoundEvent } from './found';
import type { PollSession } from './session';

const OWN_LIMITS = declareLimits({
	/** Longest slice: the longest time range of a query (contract document 1, limits) minus a day, since clocks differ */
	maxSpan: 365 * DAY,
	/** Most pages of a slice: of usual length, and of a longer one */
	maxSlicePages: 200,
	maxLongSlicePages: 20,
	/** Pages that a slice may have whatever their rows */
	freePages: 2,
	/** Most pages of a slice after which slices get longer */
	fewPages: 5,
});

/** A time range to read. Bounds are Unix milliseconds. An open range includes events after its end. */
export interface SliceRange {
	from: number;
	to: number;
	open: boolean;
}

/** Length of slices. Shrinks after a slice that could not be read at once, and grows after small ones. */
export class SliceLength {
	/** True after a slice was too long */
	narrowed = false;
	/** Length of the last slice in milliseconds, and whether at least one of its pages was read */
	tried = 0;
	answered = false;

	/**
	 * @param rows most rows of a slice of several pages
	 * @param longest length that could be read at once so far, in milliseconds
	 */
	constructor(
		private readonly session: PollSession,
		private readonly rows: number,
		public longest = Infinity,
	) {}

	/** True if a slice has too many pages or rows. */
	exceeds(span: number, pages: number, rows: number): boolean {
		const isUsual = span <= 2 * this.session.lookback;
		const mostPages = isUsual ? OWN_LIMITS.maxSlicePages : OWN_LIMITS.maxLongSlicePages;
		return pages > mostPages || (pages > OWN_LIMITS.freePages && rows > this.rows);
	}

	/** Makes slices shorter, after the last one was too long. */
	narrow(): void {
		const { recent } = this.session;
		this.narrowed = true;
		this.longest = this.tried > recent * 4 ? recent : Math.max(1, Math.floor(this.tried / 4));
	}

	/** Notes a slice that was read, and makes slices longer after a small one. */
	read(pages: number, rows: number): void {
		if (pages <= OWN_LIMITS.fewPages && rows * 4 <= this.rows) this.longest *= 4;
	}

	/** Length of the next slice in milliseconds. */
	get span(): number {
		return Math.min(this.longest, OWN_LIMITS.maxSpan);
	}
}

/** Reads a time range in slices, oldest first. A slice with too many pages or rows ends early, or is read again in parts. */
export async function* slicesOf(
	session: PollSession,
	{ from, to, open }: SliceRange,
	length: SliceLength,
): AsyncGenerator<Slice> {
	for (let at = from; ;) {
		const end = Math.min(to, at + length.span);
		const span = { from: at, to: end, open: open && end === to };
		const slice = await readForwards(session, span, length);
		if (!slice) continue;
		yield slice;
		at = slice.to;
		if (at >= to) return;
	}
}

/**
 * Reads a slice or, in ascending order, its beginning; undefined if it has too many pages or rows. One millisecond cannot
 * be divided: if a poll has no time for the rest of it, it ends where it began, and the next poll reads it again.
 */
async function readForwards(
	session: PollSession,
	span: SliceRange,
	length: SliceLength,
): Promise<Slice | undefined> {
	const { from, to } = span;
	const slice = new Slice(session, span, length);
	const hasOneTime = () => slice.isMoment || slice.reached === from;
	await slice
		.read(() => !hasOneTime() && slice.exceeds)
		.catch((error: Error) => {
			const goesOn = slice.reached > from || (hasOneTime() && slice.pages > 0);
			if (!(error instanceof HaltedError && goesOn)) throw error;
		});
	if (slice.isWhole) return slice;
	if (slice.reached > from) return Object.assign(slice, { to: slice.reached });
	if (hasOneTime()) return Object.assign(slice, { to: from });
	// A range that is open to the future may begin with very many events of now
	if (to - from <= 1)
		return await readForwards(session, { from, to: from + 1, open: false }, length);
	length.narrow();
	return undefined;
}

/** Reads a whole slice; undefined if it has too many pages or rows. */
export async function readWhole(
	session: PollSession,
	span: SliceRange,
	length: SliceLength,
): Promise<Slice | undefined> {
	const slice = new Slice(session, span, length);
	// A shorter slice need not have fewer rows: what overlaps it may be as much
	const { overlaps } = session.event.source;
	const isLong = span.to - span.from > (overlaps ? session.recent : 1);
	await slice.read(() => isLong && slice.exceeds);
	if (slice.isWhole) return slice;
	length.narrow();
	return undefined;
}

/** Part of a time range that was read. Bounds are Unix milliseconds; `to` is exclusive. */
export class Slice {
	readonly from: number;
	to: number;
	readonly found = new Map<string, FoundEvent>();
	pages = 0;
	/** True if all pages were read */
	isWhole = false;
	/** In ascending order: Unix milliseconds before which nothing is missing */
	reached = -Infinity;
	/** True for a single millisecond, which cannot be divided */
	readonly isMoment: boolean;
	/** Pages and rows that count */
	private counted = 0;
	private rows = 0;

	constructor(
		private readonly session: PollSession,
		private readonly span: SliceRange,
		private readonly length: SliceLength,
	) {
		const { from, to, open } = span;
		this.from = from;
		this.to = to;
		this.isMoment = !open && to - from === 1;
		length.tried = to - from;
		length.answered = false;
	}

	/** True if the slice has too many pages or rows. A shorter one would not have fewer empty pages. */
	get exceeds(): boolean {
		return this.rows > 0 && this.length.exceeds(this.to - this.from, this.counted, this.rows);
	}

	/** Reads until the slice is full, or to its end. */
	async read(isFull: () => unknown): Promise<void> {
		const { span, length } = this;
		const { from, to, open } = span;
		const { event, reader } = this.session;
		for await (const page of event.source.read(reader, { from, ...(!open && { to }) })) {
			const { rows, reached } = page;
			length.answered = true;
			this.pages++;
			for (const row of rows) {
				const fact = event.fact(row, reader);
				const found = fact && positioned(event.source, fact, row, span);
				if (found) this.found.set(found.key, found);
			}
			if (reached !== undefined) this.reached = Math.max(this.reached, reached);
			// What begins before the slice and overlaps it comes first
			if (reached !== undefined && reached < from) continue;
			this.counted++;
			this.rows += rows.length;
			if (isFull()) return;
		}
		this.isWhole = true;
		length.read(this.counted, this.rows);
	}
}

/**
 * The event with its position: its time, limited to the bounds of its slice if the service selects by a time that rows do
 * not contain.
 */
function positioned(
	{ orderedBy }: EventSource,
	fact: Fact,
	row: IDataObject,
	{ from, to, open }: SliceRange,
): FoundEvent {
	const time = Number.isSafeInteger(fact.time) ? fact.time : undefined;
	const own = { ...fact, time, key: eventKey(fact), row };
	if (time !== undefined && orderedBy !== 'hiddenTime')
		return { ...own, at: time, keepUntil: time };
	const last = open ? Infinity : Math.max(from, to - 1);
	const at = Math.min(Math.max(time ?? from, from), last);
	return { ...own, at, keepUntil: Math.max(at, to) };
}
