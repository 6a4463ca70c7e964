import type { IDataObject } from 'n8n-workflow';

import { failureOf, HaltedError } from '../errors/failure';
import { LIMITS } from '../limits';
import { type EventSource, type Fact, keyOf } from './event';
import type { Found } from './found';
import type { PollSession } from './session';

/** A time range to read. Bounds are Unix milliseconds. An open range includes events after its end. */
export interface Span {
	from: number;
	to: number;
	open: boolean;
	/** Cursor of the page to begin with */
	cursor?: string;
	/** Number of events of the start that earlier polls have taken, if this one goes on with the others */
	taken?: number;
}

/** A slice that the next poll goes on with. */
export interface Unfinished {
	/** Its only time so far, in Unix milliseconds */
	at: number;
	/** End of the time range that was asked for; undefined for an open one */
	to?: number;
	/** Cursor of the page to begin with; absent if it is too long for a state */
	cursor?: string;
	/** Number of events on the pages before this one, with which a poll finds the place without the cursor */
	taken: number;
}

/**
 * Limits of a slice: its length, and the number of events after which reading may end early, true for those that fill a
 * poll. A slice of one time then ends after their page, and the next poll goes on.
 */
interface Division {
	length: SliceLength;
	isEnough?: (found: Slice['found']) => boolean;
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
		const { cursor, taken } = rest ?? {};
		const span = rest
			? { from: at, to: rest.to ?? to, open: rest.to === undefined, taken }
			: { from: at, to: end, open: open && end === to };
		const slice = await readForwards(session, { ...span, cursor }, division).catch(
			async (error: Error) => {
				// The service may have forgotten the cursor of an earlier poll
				if (cursor === undefined || failureOf(error).status !== 400) throw error;
				return await readForwards(session, span, division);
			},
		);
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
	const slice = new Slice(session, span, length);
	const hasOneTime = () => slice.isMoment || slice.reached === from;
	const goesOn = () => hasOneTime() && slice.isOfOneTime && slice.next !== undefined && isEnough;
	const isFull = () => (hasOneTime() ? goesOn() && isEnough!(slice.found) : slice.exceeds);
	await slice.read(isFull).catch((error: Error) => {
		if (!(error instanceof HaltedError && (goesOn() || slice.reached > from))) throw error;
	});
	if (slice.isWhole || hasOneTime()) return slice;
	if (slice.reached > from) return Object.assign(slice, { to: slice.reached, next: undefined });
	// A range that is open to the future may begin with very many events of now
	if (to - from <= 1)
		return await readForwards(session, { from, to: from + 1, open: false }, division);
	length.narrow();
	return undefined;
}

/** Reads a whole slice; undefined if it has too many pages or rows. */
export async function readWhole(
	session: PollSession,
	span: Span,
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
	/** End of the time range that was asked for, with which cursors belong; undefined for an open one */
	readonly asked?: number;
	readonly found = new Map<string, Found>();
	pages = 0;
	/** True if all pages were read */
	isWhole = false;
	/** Cursor of the first page that was not read, if reading can go on with it later */
	next?: string;
	/** Number of events of the start on the pages before each cursor */
	readonly before = new Map<string | undefined, number>();
	/** In ascending order: Unix milliseconds before which nothing is missing */
	reached = -Infinity;
	/** True if all events have the position of the start, so that none can be taken for one of another page */
	isOfOneTime = true;
	/** True for a single millisecond, which cannot be divided */
	readonly isMoment: boolean;
	/** Pages and rows that count */
	private counted = 0;
	private rows = 0;
	/** Events of the start, with those on the pages before the cursor */
	private ofStart: number;

	constructor(
		private readonly session: PollSession,
		private readonly span: Span,
		private readonly length: SliceLength,
	) {
		const { from, to, open, cursor, taken = 0 } = span;
		this.from = from;
		this.to = to;
		if (!open) this.asked = to;
		this.isMoment = !open && to - from === 1;
		if (cursor !== undefined) this.reached = from;
		this.ofStart = cursor === undefined ? 0 : taken;
		length.tried = to - from;
		length.answered = false;
	}

	/** True if the slice has too many pages or rows. A shorter one would not have fewer empty pages. */
	get exceeds(): boolean {
		return this.rows > 0 && this.length.exceeds(this.to - this.from, this.counted, this.rows);
	}

	/** Reads until the slice is full, or to its end. */
	async read(isFull: () => unknown): Promise<void> {
		const { from, asked: to, length } = this;
		const { cursor } = this.span;
		const { event, reader } = this.session;
		const { read } = event.source;
		let page = cursor;
		for await (const { rows, next, reached } of read(reader, { from, to, cursor })) {
			length.answered = true;
			this.pages++;
			this.before.set(page, this.ofStart);
			const canBegin = this.isOfOneTime && (this.isMoment || this.reached === from);
			for (const row of rows) this.add(row, canBegin, page);
			this.next = page = next;
			this.before.set(next, this.ofStart);
			if (reached !== undefined) this.reached = Math.max(this.reached, reached);
			// What begins before the slice and overlaps it comes first
			if (reached !== undefined && reached < from) continue;
			this.counted++;
			this.rows += rows.length;
			if (isFull()) return;
		}
		this.isWhole = true;
		this.next = undefined;
		length.read(this.counted, this.rows);
	}

	private add(row: IDataObject, canBegin: boolean, page?: string): void {
		const { span, found: all } = this;
		const { event, reader } = this.session;
		const fact = event.fact(row, reader);
		if (!fact) return;
		const found = positioned(event.source, fact, row, span);
		if (found.at === span.from) this.ofStart++;
		else this.isOfOneTime = false;
		const resumed = found.at === span.from && this.ofStart > (span.taken ?? Infinity);
		const own = canBegin && { page, place: this.ofStart };
		all.set(found.key, { ...found, ...own, ...(resumed && { resumed }) });
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
