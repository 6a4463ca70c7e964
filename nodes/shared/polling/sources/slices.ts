import type { IDataObject } from 'n8n-workflow';

import { failureOf } from '../../errors/failure';
import { HaltedError } from '../../errors/halted';
import { LIMITS } from '../../limits';
import { keyOf, type Fact, type TimeRange, type TriggerEvent } from '../event';
import type { Found } from '../found';
import type { PollSession } from '../session';

/** An event whose source is a time range. */
export type TimeRangeEvent = TriggerEvent & { source: TimeRange };

/** Part of a time range that was read. Bounds are Unix milliseconds; `to` is exclusive. */
export interface Slice {
	from: number;
	to: number;
	pages: number;
	found: Map<string, Found>;
	/** Cursor of the first page that was not read. Without it, all pages were read */
	next?: string;
	/** End of the time range that was asked for, with which cursors belong; undefined for an open one */
	asked?: number;
}

/** A time range to read. Bounds are Unix milliseconds. An open range includes events after its end. */
export interface Span {
	from: number;
	to: number;
	open: boolean;
	/** Cursor of the page to begin with */
	cursor?: string;
}

/** A slice that the next poll goes on with. */
export interface Unfinished {
	/** Its only time so far, in Unix milliseconds */
	at: number;
	/** End of the time range that was asked for; undefined for an open one */
	to?: number;
	/** Cursor of the page to begin with */
	cursor: string;
}

/** Limits of a slice: its length, and the number of events after which reading may end early. */
interface Division {
	length: SliceLength;
	/** True for events that fill a poll. A slice of one time then ends after their page, and the next poll goes on */
	isEnough?: (found: Map<string, Found>) => boolean;
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
		const mostPages = isUsual ? LIMITS.maxSlicePages : LIMITS.maxLongSlicePages;
		return pages > mostPages || (pages > LIMITS.freePages && rows > this.rows);
	}

	/** Makes slices shorter, after the last one was too long. */
	narrow(): void {
		const { recent } = this.session;
		this.narrowed = true;
		this.longest = this.tried > recent * 4 ? recent : Math.max(1, Math.floor(this.tried / 4));
	}

	/** Notes a slice that was read, and makes slices longer after a small one. */
	read(pages: number, rows: number): void {
		if (pages <= LIMITS.fewPages && rows * 4 <= this.rows) this.longest *= 4;
	}

	/** Length of the next slice in milliseconds. */
	get span(): number {
		return Math.min(this.longest, LIMITS.maxSpan);
	}
}

/** Reads a time range in slices, oldest first. A slice with too many pages or rows ends early, or is read again in parts. */
export async function* slicesOf(
	session: PollSession,
	{ from, to, open }: Span,
	division: Division,
	unfinished?: Unfinished,
): AsyncGenerator<Slice> {
	for (let at = from, rest = unfinished; ; rest = undefined) {
		const end = Math.min(to, at + division.length.span);
		const span = rest
			? { from: at, to: rest.to ?? to, open: rest.to === undefined, cursor: rest.cursor }
			: { from: at, to: end, open: open && end === to };
		const slice = await readForwards(session, span, division).catch((error: Error) => {
			// The service may have forgotten the cursor of an earlier poll
			if (!rest || failureOf(error).status !== 400) throw error;
			return undefined;
		});
		if (!slice) continue;
		yield slice;
		at = slice.to;
		if (at >= to || slice.next !== undefined) return;
	}
}

/** Reads a slice or, in ascending order, its beginning; undefined if it has too many pages or rows. */
async function readForwards(
	session: PollSession,
	span: Span,
	division: Division,
): Promise<Slice | undefined> {
	const { from, to } = span;
	const { length, isEnough } = division;
	const reading = new SliceReading(session, span, length);
	const { slice } = reading;
	const hasOneTime = () => isMoment(span) || reading.reached === from;
	const goesOn = () =>
		hasOneTime() && reading.isOfOneTime && reading.next !== undefined && isEnough !== undefined;
	const isFull = () => (hasOneTime() ? goesOn() && isEnough!(slice.found) : reading.exceeds);
	await reading.until(isFull).catch((error: Error) => {
		if (!(error instanceof HaltedError && (goesOn() || reading.reached > from))) throw error;
	});
	if (reading.isWhole) return slice;
	if (hasOneTime()) return { ...slice, next: reading.next };
	if (reading.reached > from) return { ...slice, to: reading.reached };
	// A range that is open to the future may begin with very many events of now
	if (to - from <= 1)
		return await readForwards(session, { from, to: from + 1, open: false }, division);
	length.narrow();
	return undefined;
}

/** True for a single millisecond, which cannot be divided. */
function isMoment({ from, to, open }: Span): boolean {
	return !open && to - from === 1;
}

/** Reads a slice; undefined if it has too many pages or rows. */
export async function readSlice(
	session: PollSession,
	span: Span,
	length: SliceLength,
): Promise<Slice | undefined> {
	const reading = new SliceReading(session, span, length);
	// A shorter slice need not have fewer rows: what overlaps it may be as much
	const { overlaps } = (session.event as TimeRangeEvent).source;
	const isLong = span.to - span.from > (overlaps ? session.recent : 1);
	await reading.until(() => isLong && reading.exceeds);
	if (reading.isWhole) return reading.slice;
	length.narrow();
	return undefined;
}

/** Reads the pages of a slice. */
class SliceReading {
	readonly slice: Slice;
	/** True after the last page */
	isWhole = false;
	/** Cursor of the next page, if reading can go on with it later */
	next?: string;
	/** In ascending order: Unix milliseconds before which nothing is missing */
	reached = -Infinity;
	/** True if all events have the position of the start, so that none can be taken for one of another page */
	isOfOneTime = true;
	/** Pages and rows that count */
	private pages = 0;
	private rows = 0;

	constructor(
		private readonly session: PollSession,
		private readonly span: Span,
		private readonly length: SliceLength,
	) {
		const { from, to, open, cursor } = span;
		this.slice = { from, to, pages: 0, found: new Map(), asked: open ? undefined : to };
		if (cursor !== undefined) this.reached = from;
		length.tried = to - from;
		length.answered = false;
	}

	/** True if the slice has too many pages or rows. A shorter one would not have fewer empty pages. */
	get exceeds(): boolean {
		const { from, to } = this.span;
		return this.rows > 0 && this.length.exceeds(to - from, this.pages, this.rows);
	}

	/** Reads until the slice is full, or to its end. */
	async until(isFull: () => boolean): Promise<void> {
		const { slice, length } = this;
		const { event, reader } = this.session;
		const { from, cursor } = this.span;
		let page = cursor;
		const bounds = { from, to: slice.asked, cursor };
		const { read } = (event as TimeRangeEvent).source;
		for await (const { rows, next, reached } of read(reader, bounds)) {
			length.answered = true;
			slice.pages++;
			const canBegin = this.isOfOneTime && (isMoment(this.span) || this.reached === from);
			for (const row of rows) this.add(row, canBegin ? page : undefined);
			this.next = page = next;
			if (reached !== undefined) this.reached = Math.max(this.reached, reached);
			// What begins before the slice and overlaps it comes first
			if (reached !== undefined && reached < from) continue;
			this.pages++;
			this.rows += rows.length;
			if (isFull()) return;
		}
		this.isWhole = true;
		length.read(this.pages, this.rows);
	}

	private add(row: IDataObject, page?: string): void {
		const { span, slice } = this;
		const { event, reader } = this.session;
		const fact = event.fact(row, reader);
		if (!fact) return;
		const found = positioned((event as TimeRangeEvent).source, fact, row, span);
		if (found.at !== span.from) this.isOfOneTime = false;
		const resumed = span.cursor !== undefined && found.at === span.from;
		slice.found.set(found.key, { ...found, page, ...(resumed && { resumed }) });
	}
}

/**
 * The event with its position: its time, limited to the bounds of its slice if the service selects by a time that rows do
 * not contain.
 */
function positioned(
	{ orderedBy }: TimeRange,
	fact: Fact,
	row: IDataObject,
	{ from, to, open }: Span,
): Found {
	const time = Number.isSafeInteger(fact.time) ? fact.time : undefined;
	const own = { ...fact, time, key: keyOf(fact), row };
	if (time !== undefined && orderedBy !== 'hiddenTime')
		return { ...own, at: time, keepUntil: time };
	const last = open ? Infinity : Math.max(from, to - 1);
	const at = Math.min(Math.max(time ?? from, from), last);
	return { ...own, at, keepUntil: Math.max(at, to) };
}
