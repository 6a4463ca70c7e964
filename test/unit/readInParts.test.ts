import { fc } from '../support/random';
import type { IDataObject } from 'n8n-workflow';

import { PartsReader, divisibleByTime } from '../../nodes/shared/api/readInParts';

interface Row extends IDataObject {
	at: number;
	row: number;
}

/** A list whose answers take different times, from which rows are selected by time. Counts requests. */
class Pages {
	requests = 0;
	private inFlight = 0;
	mostInFlight = 0;

	constructor(
		private readonly rows: Row[],
		private readonly sizeOf: () => number,
		private readonly ticks: () => number,
		private readonly endIsInclusive: boolean,
	) {}

	readonly read = async function* (this: Pages, filters: IDataObject) {
		const { start_at, end_at } = filters as Record<string, number>;
		const lastAt = this.endIsInclusive ? end_at : end_at - 1;
		const selected = this.rows.filter(({ at }) => at >= start_at && at <= lastAt);
		let from = 0;
		do {
			this.requests++;
			this.mostInFlight = Math.max(this.mostInFlight, ++this.inFlight);
			for (let ticks = this.ticks(); ticks > 0; ticks--) await null;
			this.inFlight--;
			const to = from + this.sizeOf();
			yield { rows: selected.slice(from, to), data: { has_more: to < selected.length } };
			from = to;
		} while (from < selected.length);
	}.bind(this);
}

/** Bunches of rows: their number, and the time over which they are spread. */
const bunches = fc.array(
	fc.record({
		count: fc.integer({ min: 0, max: 900 }),
		time: fc.oneof(
			fc.constant(1),
			fc.integer({ min: 1, max: 1000 }),
			fc.integer({ min: 1, max: 100_000_000 }),
		),
	}),
	{ minLength: 1, maxLength: 4 },
);

const numbers = (max: number) => fc.infiniteStream(fc.integer({ min: 0, max }));
const START = 1_780_000_000_000;

it('reads in parts the same rows in the same order with few requests more', async () => {
	const total = { divided: 0, requests: 0, pageByPage: 0 };
	await fc.assert(
		fc.asyncProperty(
			bunches,
			fc.record({ descending: fc.boolean(), endIsInclusive: fc.boolean() }),
			fc.record({ size: fc.integer({ min: 1, max: 10 }), isIrregular: fc.boolean() }),
			fc.record({ times: numbers(2 ** 30), sizes: numbers(10), ticks: numbers(8) }),
			async (given, { descending, endIsInclusive }, { size, isIrregular }, random) => {
				const next = (stream: Iterator<number>) => stream.next().value as number;
				let end = START;
				const times = given.flatMap(({ count, time }) => {
					const from = end;
					end += time;
					return Array.from({ length: count }, () => from + (next(random.times) % time));
				});
				times.sort((a, b) => (descending ? b - a : a - b));
				const rows = times.map((at, row): Row => ({ at, row }));
				const sizeOf = () => (isIrregular ? next(random.sizes) % (size + 1) : size);
				const pages = () => new Pages(rows, sizeOf, () => 1 + next(random.ticks), endIsInclusive);
				const filters = { start_at: START, end_at: end };

				const [all, parts] = [pages(), pages()];
				for await (const _page of all.read(filters));
				const range = { time: 'at', descending, endIsInclusive };
				const list = divisibleByTime(range, filters, parts.read);
				const read = [];
				for await (const page of new PartsReader(list).read()) read.push(...page.rows);
				expect(read).toEqual(rows);
				if (parts.mostInFlight === 1) return;
				total.divided++;
				total.requests += parts.requests;
				total.pageByPage += all.requests;
			},
		),
		{ numRuns: 200 },
	);
	expect(total.divided).toBeGreaterThan(50);
	expect(total.requests / total.pageByPage).toBeLessThan(1.08);
});
