import type { IDataObject } from 'n8n-workflow';

import { LIMITS } from '../limits';
import { keyOf, type Emitted, type Fact, type Reader, type TriggerEvent } from './event';

/** An event with its place: where it was read, in time and order, and until when to remember it. */
export interface Found extends Fact, Pick<Emitted, 'key' | 'row'> {
	/** For order, and to tell what is too old */
	at: number;
	until: number;
	/** Of a list without windows: it shows no time, so only remembering it tells it from a new one */
	timeless?: boolean;
}

/** A span of time, read to the end of all its pages. */
export interface Slice {
	from: number;
	to: number;
	found: Map<string, Found>;
}

/** How long a span may be so that it can be read at once. Learns from what could not. */
export class Pace {
	/** A span was too long */
	narrowed = false;
	/** The span that was tried last, and whether any of its pages came */
	tried = 0;
	answered = false;

	/**
	 * @param usual longest span that is read every day, in milliseconds
	 * @param short a span to begin with where the whole is too much
	 */
	constructor(
		private readonly usual: number,
		private readonly short: number,
		public step: number,
	) {}

	/** Whether a slice is hopeless. What is one millisecond cannot be cut. */
	exceeds(span: number, pages: number): boolean {
		return (
			span > 1 && pages > (span > this.usual ? LIMITS.maxLongSlicePages : LIMITS.maxSlicePages)
		);
	}

	/** What was tried last was too much. */
	narrow(): void {
		this.narrowed = true;
		this.step = this.tried > this.short * 4 ? this.short : Math.max(1, Math.floor(this.tried / 4));
	}

	/** A slice was read. */
	read(pages: number): void {
		if (pages <= LIMITS.fewPages) this.step *= 4;
	}

	/** The longest span to read at once. */
	get span(): number {
		return Math.min(this.step, LIMITS.maxSpan);
	}
}

/**
 * The span from `from` to `to` in slices, the oldest first. The last one is open if `open`: it also has
 * what the service dates after `to`. A slice with too many pages is read again in parts.
 */
export async function* slicesOf(
	event: TriggerEvent,
	reader: Reader,
	pace: Pace,
	{ from, to, open }: { from: number; to: number; open: boolean },
): AsyncGenerator<Slice> {
	for (let at = from; ;) {
		const end = event.listed ? to : Math.min(to, at + pace.span);
		const slice = await readSlice(event, reader, pace, at, end, open && end === to);
		if (slice) {
			yield slice;
			at = end;
			if (at >= to) return;
		}
	}
}

/** One slice; undefined when it has too many pages. */
export async function readSlice(
	event: TriggerEvent,
	reader: Reader,
	pace: Pace,
	from: number,
	to: number,
	open: boolean,
): Promise<Slice | undefined> {
	const found = new Map<string, Found>();
	let pages = 0;
	let some = false;
	pace.tried = to - from;
	pace.answered = false;
	for await (const rows of event.read(reader, from, open ? undefined : to)) {
		pace.answered = true;
		pages++;
		some ||= rows.length > 0;
		// Empty pages do not get fewer in a shorter span
		if (!event.listed && some && pace.exceeds(to - from, pages)) {
			pace.narrow();
			return undefined;
		}
		for (const row of rows) {
			const fact = event.fact(row, reader);
			if (fact) found.set(keyOf(fact), placed(event, reader, fact, row, { from, to }));
		}
	}
	pace.read(pages);
	return { from, to, found };
}

/** The event with its place. Where it shows none, the slice that it was read in is its place. */
function placed(
	{ hiddenTime, listed }: TriggerEvent,
	{ now }: Reader,
	fact: Fact,
	row: IDataObject,
	{ from, to }: { from: number; to: number },
): Found {
	const time = Number.isSafeInteger(fact.time) ? fact.time : undefined;
	const own = { ...fact, time, key: keyOf(fact), row };
	if (listed && time === undefined) return { ...own, at: now, until: now, timeless: true };
	if (time !== undefined && !hiddenTime) return { ...own, at: time, until: time };
	const at = Math.max(time ?? from, from);
	return { ...own, at, until: Math.max(at, to) };
}

/** An event that is due, with the value before where there is one. */
export interface Due extends Found {
	previous?: string;
}
