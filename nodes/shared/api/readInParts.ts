import type { IDataObject } from 'n8n-workflow';

import type { Page } from './paginate';
import { HaltedError } from '../errors/failure';
import { declareLimits, LIMITS } from '../limits';

const OWN_LIMITS = declareLimits({
	/** Pages of a list that are read before it is divided */
	pagesBeforeParts: 20,
	/** Pages of a part: a little less than a whole number, so that the last one is seldom almost empty */
	pagesOfPart: 9.7,
	/** Share of requests for parts with few rows, above which a list is not divided further */
	wastedShare: 0.02,
});

/**
 * List that can be read in parts. Its rows have positions: integers that never decrease in the order of the list. Parts
 * of different positions have different rows.
 */
export interface Divisible {
	/** Position after which hardly any rows are expected */
	end: number;
	/** Position of a row; NaN if the row does not show it */
	position: (row: IDataObject) => number;
	/** Pages of the rows from one position to before another; an omitted position is the start or end of the list */
	pages: (from?: number, to?: number) => AsyncGenerator<Page>;
}

/** Part of a list. When its turn has come, its rows are put out as they are read, and it can be divided itself. */
interface Part {
	from?: number;
	to?: number;
	hasTurn: boolean;
}

/**
 * Reads a list in its order, several parts at once (docs/architecture.md). It starts page by page, until the pages so far
 * suggest that many more follow: a short list takes no request more.
 */
export class PartsReader {
	private requests = 0;
	/** Parts with few rows */
	private wasted = 0;
	/** The first failure, which ends all parts */
	private failure?: Error;

	constructor(private readonly list: Divisible) {}

	async *read(part: Part = { hasTurn: true }): AsyncGenerator<Page> {
		const { end, position } = this.list;
		let [pages, rows, last] = [0, 0, -Infinity];
		let first: number | undefined;
		for await (const page of this.list.pages(part.from, part.to)) {
			if (this.failure) throw this.failure;
			this.requests++;
			pages++;
			rows += page.rows.length;
			const before = last;
			// NaN, and so no parts, after a row that shows no position or is out of order
			for (const at of page.rows.map(position)) last = at >= last ? at : NaN;
			first ??= page.rows.map(position)[0];
			const width = (last - (first ?? last)) / pages;
			const left = (Math.min(part.to ?? end, end) - last) / width;
			const isLong = pages >= OWN_LIMITS.pagesBeforeParts && left >= 2 * OWN_LIMITS.pagesOfPart;
			const isLast = page.data.has_more === false;
			const pays = this.wasted <= this.requests * OWN_LIMITS.wastedShare;
			if (part.hasTurn && !isLast && isLong && pays && width > 0 && last > before) {
				// The next page can have rows of the last position too: the first part reads all of them
				yield { ...page, rows: page.rows.filter((row) => position(row) < last) };
				return yield* this.readRest(last, part.to, { width, rows: rows / pages });
			}
			yield page;
		}
	}

	/** Reads from a position on in parts, at first as wide as pages of this width suggest. */
	private async *readRest(
		from: number,
		to: number | undefined,
		page: { width: number; rows: number },
	): AsyncGenerator<Page> {
		const end = Math.min(to ?? Infinity, this.list.end);
		let width = OWN_LIMITS.pagesOfPart * page.width;
		const running: Array<ReturnType<typeof this.start>> = [];
		try {
			do {
				while (from < end && running.length <= LIMITS.maxInFlight) {
					const next = from + Math.max(1, Math.round(width));
					running.push(this.start(from, next < end ? next : to));
					from = next;
				}
				const part = running.shift()!;
				let [pages, rows] = [0, 0];
				for await (const read of part.pages()) {
					pages++;
					rows += read.rows.length;
					yield read;
				}
				if (this.failure) throw this.failure;
				// After few rows, the next part is all that is left: it finds the place where rows go on
				const isWasted = rows < page.rows * Math.max(1, pages / 2);
				if (isWasted) this.wasted++;
				width = isWasted ? Infinity : (part.width * OWN_LIMITS.pagesOfPart * page.rows) / rows;
			} while (running.length > 0);
		} finally {
			if (running.length > 0) this.failure ??= new HaltedError(false);
			await Promise.all(running.map(async ({ isAhead }) => await isAhead));
		}
	}

	/** Reads a part ahead of its turn, until that comes or there are enough pages. */
	private start(from: number, to: number | undefined) {
		const part: Part = { from, to, hasTurn: false };
		const rest = this.read(part);
		const ahead: Page[] = [];
		const readAhead = async () => {
			while (!part.hasTurn && ahead.length < OWN_LIMITS.pagesOfPart) {
				const { done, value } = await rest.next();
				if (done) return;
				ahead.push(value);
			}
		};
		const isAhead = readAhead().catch((error: Error) => void (this.failure ??= error));
		const pages = async function* () {
			part.hasTurn = true;
			await isAhead;
			yield* ahead;
			yield* rest;
		};
		return { width: (to ?? this.list.end) - from, pages, isAhead };
	}
}

/** Time range from `start_at` to `end_at` of a list that is ordered by the time that it selects. */
export interface TimeOrder {
	/** Field of a row with its time in Unix milliseconds */
	time: string;
	descending: boolean;
	/** The end is inclusive, as the start always is */
	endIsInclusive?: boolean;
}

/** The list that these filters select, by milliseconds, which are negative in descending order. */
export function divisibleByTime(
	{ time, descending, endIsInclusive }: TimeOrder,
	filters: IDataObject,
	read: (filters: IDataObject) => AsyncGenerator<Page>,
): Divisible {
	const start_at = Number(filters.start_at ?? NaN);
	const end_at = Number(filters.end_at ?? (isNaN(start_at) ? NaN : Date.now()));
	return {
		// NaN, and so no parts, if no filter tells how far the list goes
		end: descending ? -start_at : end_at,
		position: (row) => (descending ? -1 : 1) * Number(row[time]),
		pages: (from, to) => {
			const turned = (at?: number) => (at === undefined ? undefined : 1 - at);
			const [first, after] = descending ? [turned(to), turned(from)] : [from, to];
			const part = { ...filters };
			if (first !== undefined) part.start_at = first;
			if (after !== undefined) part.end_at = endIsInclusive ? after - 1 : after;
			return read(part);
		},
	};
}
