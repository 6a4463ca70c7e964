import type { IDataObject } from 'n8n-workflow';

import { LIMITS } from '../../limits';
import { keyOf, type Fact, type Reader, type TimeRange, type TriggerEvent } from '../event';
import type { Found } from '../found';

/** An event whose source is a time range. */
export type TimeRangeEvent = TriggerEvent & { source: TimeRange };

/** Part of a time range whose pages were all read. Bounds are Unix milliseconds; `to` is exclusive. */
export interface Slice {
	from: number;
	to: number;
	pages: number;
	found: Map<string, Found>;
}

/** A time range to read. Bounds are Unix milliseconds. An open range includes events after its end. */
export interface Span {
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
	 * @param usual longest range that is read daily, in milliseconds
	 * @param short length to start with if the whole range is too long, in milliseconds
	 * @param longest length that could be read at once so far, in milliseconds
	 */
	constructor(
		private readonly usual: number,
		private readonly short: number,
		public longest: number,
	) {}

	/** True if a slice has too many pages or rows, and a shorter one, also of rows that overlap it, would have fewer. */
	exceeds(span: number, pages: number, rows: number, { overlaps }: TimeRange): boolean {
		const mostPages = span > this.usual ? LIMITS.maxLongSlicePages : LIMITS.maxSlicePages;
		const shortest = overlaps ? this.short : 1;
		return span > shortest && (pages > mostPages || rows > LIMITS.maxSliceRows);
	}

	/** Makes slices shorter, after the last one was too long. */
	narrow(): void {
		this.narrowed = true;
		this.longest =
			this.tried > this.short * 4 ? this.short : Math.max(1, Math.floor(this.tried / 4));
	}

	/** Notes a slice that was read, and makes slices longer after a small one. */
	read(pages: number, rows: number): void {
		if (pages <= LIMITS.fewPages && rows * 4 <= LIMITS.maxSliceRows) this.longest *= 4;
	}

	/** Length of the next slice in milliseconds. */
	get span(): number {
		return Math.min(this.longest, LIMITS.maxSpan);
	}
}

/** Reads a time range in slices, oldest first. A slice with too many pages or rows is read again in parts. */
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

/** Reads one slice; undefined if it has too many pages or rows. */
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
		// A shorter slice would not have fewer empty pages
		if (count > 0 && length.exceeds(to - from, pages, count, event.source)) {
			length.narrow();
			return undefined;
		}
		for (const row of rows) {
			const fact = event.fact(row, reader);
			if (fact) found.set(keyOf(fact), positioned(event.source, fact, row, { from, to, open }));
		}
	}
	length.read(pages, count);
	return { from, to, pages, found };
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
	if (time !== undefined && orderedBy !== 'hiddenTime') return { ...own, at: time, until: time };
	const last = open ? Infinity : Math.max(from, to - 1);
	const at = Math.min(Math.max(time ?? from, from), last);
	return { ...own, at, until: Math.max(at, to) };
}
