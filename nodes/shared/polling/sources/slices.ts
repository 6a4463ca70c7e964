import type { IDataObject } from 'n8n-workflow';

import { LIMITS } from '../../limits';
import { keyOf, type Fact, type Reader, type TimeRange, type TriggerEvent } from '../event';
import type { Found } from '../found';

/** An event whose source is a time range. */
export type TimeRangeEvent = TriggerEvent & { source: TimeRange };

/** A span of time, read to the end of all its pages. Bounds are Unix milliseconds; `to` is exclusive. */
export interface Slice {
	from: number;
	to: number;
	found: Map<string, Found>;
}

/** A span to be read. An open one also has what the service dates after its end. */
export interface Span {
	from: number;
	to: number;
	open: boolean;
}

/** Length of the slices that can be read at once. Learns from those that could not. */
export class SliceLength {
	/** A slice was too long */
	narrowed = false;
	/** The span that was tried last, in milliseconds, and whether any of its pages came */
	tried = 0;
	answered = false;

	/**
	 * @param usual longest span that is read every day, in milliseconds
	 * @param short a span to begin with where the whole is too much
	 * @param longest the longest span that was read without trouble so far
	 */
	constructor(
		private readonly usual: number,
		private readonly short: number,
		public longest: number,
	) {}

	/** True when a slice is to be cut. One millisecond cannot be cut. */
	exceeds(span: number, pages: number, rows: number): boolean {
		const mostPages = span > this.usual ? LIMITS.maxLongSlicePages : LIMITS.maxSlicePages;
		return span > 1 && (pages > mostPages || rows > LIMITS.maxSliceRows);
	}

	/** Makes slices shorter: the span that was tried last was too long. */
	narrow(): void {
		this.narrowed = true;
		this.longest =
			this.tried > this.short * 4 ? this.short : Math.max(1, Math.floor(this.tried / 4));
	}

	/** A slice was read. */
	read(pages: number, rows: number): void {
		if (pages <= LIMITS.fewPages && rows * 4 <= LIMITS.maxSliceRows) this.longest *= 4;
	}

	/** The longest span to read at once. */
	get span(): number {
		return Math.min(this.longest, LIMITS.maxSpan);
	}
}

/** A span in slices, the oldest first. A slice with too many pages or rows is read again in parts. */
export async function* slicesOf(
	event: TimeRangeEvent,
	reader: Reader,
	length: SliceLength,
	{ from, to, open }: Span,
): AsyncGenerator<Slice> {
	for (let at = from; ;) {
		const end = Math.min(to, at + length.span);
		const span = { from: at, to: end, open: open && end === to };
		const slice = await readSlice(event, reader, length, span);
		if (slice) {
			yield slice;
			at = end;
			if (at >= to) return;
		}
	}
}

/** One slice; undefined when it has too many pages or rows. */
export async function readSlice(
	event: TimeRangeEvent,
	reader: Reader,
	length: SliceLength,
	{ from, to, open }: Span,
): Promise<Slice | undefined> {
	const found = new Map<string, Found>();
	let pages = 0;
	let count = 0;
	length.tried = to - from;
	length.answered = false;
	for await (const rows of event.source.read(reader, from, open ? undefined : to)) {
		length.answered = true;
		pages++;
		count += rows.length;
		// Empty pages do not get fewer in a shorter span
		if (count > 0 && length.exceeds(to - from, pages, count)) {
			length.narrow();
			return undefined;
		}
		for (const row of rows) {
			const fact = event.fact(row, reader);
			if (fact) found.set(keyOf(fact), positioned(event.source, fact, row, { from, to, open }));
		}
	}
	length.read(pages, count);
	return { from, to, found };
}

/**
 * The event with its position: its time, or, where the source goes by a time that no row shows, its time
 * within the bounds of the slice that it was read in.
 */
function positioned(
	{ orderedBy }: TimeRange,
	fact: Fact,
	row: IDataObject,
	{ from, to, open }: Span,
): Found {
	const time = Number.isSafeInteger(fact.time) ? fact.time : undefined;
	const own = { ...fact, time, key: keyOf(fact), row };
	if (time !== undefined && orderedBy !== 'hiddenTime') return { ...own, at: time, until: time };
	const last = open ? Infinity : Math.max(from, to - 1);
	const at = Math.min(Math.max(time ?? from, from), last);
	return { ...own, at, until: Math.max(at, to) };
}
