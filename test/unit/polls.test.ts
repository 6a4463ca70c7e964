import type { IDataObject } from 'n8n-workflow';

import { DAY, HOUR, MINUTE } from '../../nodes/shared/durations';
import { FailureError, HaltedError } from '../../nodes/shared/errors/failure';
import { overrideLimits } from '../../dev/limits';
import type { EventSource } from '../../nodes/shared/polling/event';
import { digest } from '../../nodes/shared/polling/seenEvents';
import type { Start } from '../../nodes/shared/polling/triggerFields';
import { MemoryTrigger, NOW, type MemoryRow } from './pollMemory';

/** What a poll of a time range reads, emits and leaves for the next one, without n8n and without a service. */

let restore = () => {};
afterEach(() => {
	restore();
	restore = () => {};
});
const limit = (others: Parameters<typeof overrideLimits>[0]) => (restore = overrideLimits(others));

/** The ranges that the last poll has read, in minutes from the activation. */
const minutes = ({ read }: MemoryTrigger) =>
	read.map((range) => range.map((time) => (time === undefined ? time : time / MINUTE)));

const WEEK = { lookback: 7 * DAY, hourly: DAY, recent: HOUR };

/** Polls until nothing more comes; expects that no event comes twice. */
async function drain(polled: MemoryTrigger, most = 200): Promise<string[]> {
	const all: string[] = [];
	for (let quiet = 0, polls = 0; quiet < 3; polls++) {
		expect(polls).toBeLessThan(most);
		const ids = await polled.poll();
		expect(ids.length).toBeLessThanOrEqual(polled.maxItems);
		all.push(...ids);
		quiet = ids.length > 0 ? 0 : quiet + 1;
	}
	expect(all).toHaveLength(new Set(all).size);
	return all.sort();
}

const idsOf = ({ rows }: MemoryTrigger, from = 0) => rows.slice(from).map(({ id }) => id);

describe('a poll reads again', () => {
	it('the latest part each time, a longer part each hour, and all of it each day', async () => {
		const polled = await new MemoryTrigger(WEEK).begin();
		const again: Array<[minute: number, from: number]> = [];
		for (let minute = 5; minute < 24 * 60; minute += 5) {
			await polled.poll(5 * MINUTE);
			const [fresh, ...others] = minutes(polled);
			expect(fresh).toEqual([minute - 5, undefined]);
			expect(others).toHaveLength(1);
			const [[from, to]] = others;
			expect(to).toBe(minute - 5);
			if (from !== minute - 5 - 60) again.push([minute, from!]);
		}
		const hourly = [55, 110, 165].map((minute) => [minute, minute - 55 - 24 * 60]);
		expect(again.slice(0, 3)).toEqual(hourly);
		expect(again.at(-1)).toEqual([23.5 * 60, -7 * 24 * 60]);
		expect(again).toHaveLength(26);
	});

	it('a short window as a whole, and nothing that is final', async () => {
		const polled = await new MemoryTrigger({ lookback: 10 * MINUTE }).begin();
		const again: unknown[] = [];
		for (let i = 0; i < 4; i++) {
			await polled.poll(5 * MINUTE);
			again.push(minutes(polled)[1]);
		}
		// Late by at most the window since the last poll
		expect(again).toEqual([
			[-10, 0],
			[-5, 5],
			[0, 10],
			[5, 15],
		]);
	});

	it('all that it missed while n8n was down, at once', async () => {
		const polled = await new MemoryTrigger({ ...WEEK, lookback: DAY, hourly: DAY }).begin();
		await polled.poll(5 * DAY);
		expect(minutes(polled)).toEqual([
			[0, undefined],
			[-24 * 60, 0],
		]);
		polled.add(-3 * HOUR, 4 * DAY + 20 * HOUR);
		await polled.poll();
		expect(await polled.poll(HOUR)).toContain('e0001');
		await polled.poll(HOUR);
		await polled.poll(HOUR);
		// Only the window is read from now on
		expect(minutes(polled).at(-1)![0]).toBeGreaterThan(3 * 24 * 60);
	});

	it('nothing while it emits as much as it may', async () => {
		const polled = await new MemoryTrigger(WEEK).begin();
		polled.maxItems = 2;
		polled.add(1, 2, 3);
		expect(await polled.poll()).toEqual(['e0000', 'e0001']);
		expect([polled.read.length, polled.upToDate]).toEqual([1, false]);
		expect(await polled.poll()).toEqual(['e0002']);
		expect([polled.read.length, polled.upToDate]).toEqual([2, true]);
	});

	it('several pages once in as many minutes, and at most ten', async () => {
		for (const [pages, pause] of [
			[1, 1],
			[3, 3],
			[25, 10],
		]) {
			const polled = await new MemoryTrigger(WEEK).begin();
			polled.add(...Array.from({ length: pages * 10 - 1 }, (_each, i) => i));
			polled.maxItems = 500;
			await polled.poll(30 * MINUTE);
			polled.page = 10;
			const reads: number[] = [];
			for (let minute = 0; minute < 20; minute++) {
				await polled.poll();
				if (polled.read.length > 1) reads.push(minute);
			}
			expect(reads.slice(0, 2)).toEqual([0, pause]);
		}
	});

	it('late events at once, however many wait', async () => {
		const polled = await new MemoryTrigger(WEEK).begin();
		polled.page = 10;
		polled.add(...Array.from({ length: 45 }, (_each, i) => i));
		await polled.poll(30 * MINUTE);
		polled.add(...Array.from({ length: 7 }, (_each, i) => MINUTE + i));
		polled.maxItems = 3;
		for (let i = 0; (await polled.poll()).length === 0; i++) expect(i).toBeLessThan(10);
		expect([(await polled.poll()).length, (await polled.poll()).length]).toEqual([3, 1]);
	});

	it('a long window over several polls, each going on where the last one ended', async () => {
		const polled = await new MemoryTrigger(WEEK).begin();
		polled.page = 10;
		polled.ascending = false;
		polled.add(...Array.from({ length: 300 }, (_each, i) => -7 * DAY + i * 30 * MINUTE));
		const old = idsOf(polled);
		polled.state.seen = (await polled.begin()).state.seen;
		polled.time = 12;
		await polled.poll(24 * HOUR);
		const starts: number[] = [];
		for (let i = 0; i < 60 && polled.state.scan; i++) {
			starts.push(polled.state.scan.readUntil);
			expect((await polled.poll()).filter((id) => old.includes(id))).toEqual([]);
		}
		expect(starts.length).toBeGreaterThan(2);
		expect([...starts].sort((a, b) => a - b)).toEqual(starts);
		expect(new Set(starts).size).toBe(starts.length);
		expect(polled.state.scan).toBeUndefined();
		expect(polled.state.scanned.whole).toBe(NOW + 24 * HOUR);
	});
});

describe.each([true, false])('a backlog (oldest first: %s)', (ascending) => {
	const backlog = async (times: number[]) => {
		const polled = await new MemoryTrigger({ lookback: HOUR }).begin();
		Object.assign(polled, { ascending, page: 10, now: NOW + 5 * HOUR });
		polled.add(...times);
		return polled;
	};
	const spread = Array.from({ length: 300 }, (_each, i) => i * 30_000);
	const tied = Array.from({ length: 300 }, () => MINUTE);

	it.each([
		['over hours', spread],
		['of one moment', tied],
		['of two moments', [...tied, ...tied.map((time) => time + 1)].slice(150, 450)],
	])('%s comes completely, once and in the order of time', async (_what, times) => {
		const polled = await backlog(times);
		const all: string[] = [];
		for (let i = 0; i < 7; i++) {
			const ids = await polled.poll();
			expect(ids).toHaveLength(i < 6 ? 50 : 0);
			if (i !== 5) expect(polled.upToDate).toBe(i === 6);
			all.push(...ids);
		}
		expect([...all].sort()).toEqual(idsOf(polled));
		if (times === spread) expect(all).toEqual(idsOf(polled));
	});

	it.each([1, 2, 3, 7])('comes completely if a poll has time for %i requests', async (time) => {
		const polled = await backlog(spread);
		polled.time = time;
		const all: string[] = [];
		for (let i = 0; i < 400 && all.length < 300; i++)
			all.push(...(await polled.poll().catch(() => [])));
		expect(all).toHaveLength(new Set(all).size);
		expect(all).toHaveLength(300);
	});

	it('is read about once, and once more for late events', async () => {
		const polled = await backlog(spread);
		let requests = 0;
		for (let i = 0; i < 6; i++) {
			await polled.poll();
			requests += polled.requests;
		}
		expect(requests).toBeLessThan(115);
	});
});

describe.each(['own', 'hiddenTime', 'update'] as const)('a burst of events by time: %s', (kind) => {
	const orderedBy = kind === 'own' ? undefined : kind;

	it.each([
		['at one moment, oldest first', true, () => MINUTE],
		['at one moment, newest first', false, () => MINUTE],
		['over minutes, oldest first', true, (i: number) => i * 1000],
		['over minutes, newest first', false, (i: number) => i * 1000],
	])('is emitted once, however little is remembered: %s', async (_what, ascending, at) => {
		// A moment is read whole
		const few = at(0) === at(1) ? 8 : 4;
		for (const [maxSeenBytes, time] of [
			[300, Infinity],
			[300, few],
			[40_000, few],
		]) {
			limit({ maxSeenBytes });
			const polled = await new MemoryTrigger({ lookback: HOUR }, { orderedBy }).begin();
			Object.assign(polled, { ascending, page: 10, maxItems: 10, now: NOW + 10 * MINUTE, time });
			for (let i = 0; i < 60; i++) {
				const by = NOW + at(i);
				// The time in the row is earlier or later than the one by which the service selects
				const shown = kind === 'hiddenTime' ? by + ((i % 7) - 3) * 100 : by;
				polled.rows.push({ id: `e${String(i).padStart(4, '0')}`, time: shown, by });
			}
			const all: string[] = [];
			// Polls without events are those that look for shorter ranges
			for (let quiet = 0, polls = 0; quiet < 40 && all.length < 61; polls++) {
				expect(polls).toBeLessThan(160);
				const ids = await polled.poll();
				all.push(...ids);
				expect(JSON.stringify(polled.state.seen).length).toBeLessThan(maxSeenBytes + 6_000);
				quiet = ids.length > 0 ? 0 : quiet + (all.length < 60 ? 1 : 10);
			}
			expect(all).toHaveLength(new Set(all).size);
			expect(all).toHaveLength(60);
			restore();
		}
	});

	it.each([true, false])(
		'at a moment that no poll can read whole stops nothing, nor is lost in silence (oldest first: %s)',
		async (ascending) => {
			const polled = await new MemoryTrigger({ lookback: HOUR }, { orderedBy }).begin();
			Object.assign(polled, { page: 10, maxItems: 10, ascending, time: 4 });
			polled.add(...Array.from({ length: 60 }, () => 1), 2);
			if (kind === 'hiddenTime') polled.rows.forEach((row) => (row.by = row.time));
			const all: string[] = [];
			const warnings: string[] = [];
			for (let i = 0; i < 20; i++) {
				const ids = await polled.poll();
				expect(ids).toEqual([...ids].sort());
				all.push(...ids);
				warnings.push(...polled.warnings.filter((each) => each.includes('may be missing')));
			}
			expect(all).toHaveLength(new Set(all).size);
			expect(all.at(-1)).toBe(polled.rows[60].id);
			expect(all.length).toBeGreaterThan(10);
			expect(warnings).toEqual([
				expect.stringMatching(
					`^All but the first ${all.length - 1} events of 2026-01-15T12:00:00.001Z`,
				),
			]);
			// What is read later is emitted as what comes late
			polled.time = Infinity;
			for (let i = 0; i < 10; i++) all.push(...(await polled.poll(6 * MINUTE)));
			expect([...all].sort()).toEqual(idsOf(polled));
		},
	);
});

describe('a moment for which a poll had not all its time', () => {
	it.each([
		['other slices', 50],
		['another step, for wanted texts', 10],
	])('after %s is read by the next one', async (_what, maxItems) => {
		const enrich = {
			needed: () => maxItems === 10,
			add: async (row: IDataObject) =>
				await Promise.resolve(Number(row.time) > NOW + 1 ? row : undefined),
			without: (row: IDataObject) => row,
		};
		const polled = await new MemoryTrigger({ lookback: HOUR }, {}, { enrich }).begin();
		polled.add(...Array.from({ length: 10 }, () => 1), ...Array.from({ length: 30 }, () => 2));
		polled.rows.slice(10, 20).forEach((row) => (row.ready = false));
		Object.assign(polled, { page: 10, maxItems, time: 2 });
		polled.state.sliceLength = 2;
		expect(await polled.poll()).toHaveLength(maxItems === 10 ? 0 : 10);
		expect(polled.state.readUntil).toBe(NOW + 2);
		const warnings = [...polled.warnings];
		Object.assign(polled, { maxItems: 50, time: 3 });
		expect(await polled.poll()).toEqual(idsOf(polled, 20));
		expect([...warnings, ...polled.warnings]).toEqual([]);
	});
});

describe('other filters', () => {
	const row = (id: string, time: number): MemoryRow => ({ id, time: NOW + time });

	it('let through what is later than what was read, and what comes late afterwards', async () => {
		const polled = await new MemoryTrigger({ lookback: HOUR }).begin();
		const first = row('first', 1);
		polled.rows = [first];
		expect(await polled.poll()).toEqual(['first']);
		polled.now += 30_000;
		const rows = [first, row('old', 3), row('unread', 90_000 - 1), row('future', HOUR)];
		await polled.change(rows);
		polled.rows.push(row('late', 2), row('next', 100_000));
		expect((await polled.poll()).sort()).toEqual(['future', 'late', 'next', 'unread']);
		for (let i = 0; i < 30; i++) expect(await polled.poll(10 * MINUTE)).toEqual([]);
	});

	it('go on with the next polls if there is too much to read', async () => {
		const polled = await new MemoryTrigger(WEEK).begin();
		polled.page = 10;
		await polled.poll(MINUTE);
		const before = polled.state.floor[0];
		const rows = Array.from({ length: 300 }, (_each, i) =>
			row(`r${i}`, -7 * DAY + i * 33 * MINUTE),
		);
		polled.time = 6;
		await polled.change(rows);
		expect(polled.state.opening).toEqual([NOW - 7 * DAY, '']);
		expect(polled.state.floor[0]).toBeGreaterThan(before);
		polled.time = Infinity;
		for (let hour = 0; hour < 30; hour++) expect(await polled.poll(HOUR)).toEqual([]);
		expect(polled.state.opening).toBeUndefined();
		expect(polled.state.floor[0]).toBeGreaterThanOrEqual(before);
	});

	it('of an event that looks ahead emit all that is due', async () => {
		const ahead = { leadTime: () => HOUR, crowded: 'crowded' };
		const polled = new MemoryTrigger({ lookback: HOUR }, ahead);
		await polled.begin();
		await polled.poll();
		await polled.change([row('due', 30 * MINUTE), row('past', -2 * HOUR)]);
		expect(await polled.poll()).toEqual(['due']);
		expect(await polled.poll()).toEqual([]);
	});
});

describe('a poll that ends early', () => {
	const behind = async () => {
		const polled = await new MemoryTrigger({ lookback: HOUR }).begin();
		Object.assign(polled, { page: 2, ascending: false });
		polled.add(1, 2, 3);
		return polled;
	};

	it('has failed if it could read nothing', async () => {
		const polled = await behind();
		const { state } = polled;
		polled.time = 0;
		await expect(polled.poll()).rejects.toThrow('too slow');
		Object.assign(polled, { time: Infinity, failing: 0 });
		await expect(polled.poll()).rejects.toThrow('no');
		expect(polled.state).toBe(state);
		polled.failing = Infinity;
		expect(await drain(polled)).toEqual(idsOf(polled));
	});

	it('reads shorter ranges next time, and longer ones again later', async () => {
		const polled = await behind();
		polled.time = 1;
		expect(await polled.poll()).toEqual([]);
		const { sliceLength } = polled.state;
		expect(sliceLength).toBeLessThanOrEqual(MINUTE);
		polled.time = Infinity;
		expect(await drain(polled)).toEqual(idsOf(polled));
		expect(polled.state.sliceLength).toBeUndefined();
	});

	it.each([
		[500, 'goes on', 'The poll ended early; the next poll continues: no'],
		[429, 'goes on', 'The poll ended early; the next poll continues: no'],
		[400, 'fails', undefined],
		[401, 'fails', undefined],
	])('with what it has, after HTTP status %i: it %s', async (status, how, warning) => {
		const polled = await behind();
		Object.assign(polled, { failing: 2, status });
		const { state } = polled;
		if (how === 'fails') {
			await expect(polled.poll()).rejects.toThrow('no');
			expect(polled.state).toBe(state);
		} else {
			expect(await polled.poll()).toEqual(idsOf(polled));
			expect(polled.warnings).toEqual([warning]);
			expect(polled.upToDate).toBe(true);
		}
	});

	it('says when it is more than ten minutes behind, and why', async () => {
		for (const [late, said] of [
			[10 * MINUTE + 1, 0],
			[10 * MINUTE + 2, 1],
		]) {
			const polled = await new MemoryTrigger({ lookback: HOUR }).begin();
			polled.maxItems = 1;
			polled.add(1, 1);
			await polled.poll(late);
			expect(polled.warnings).toHaveLength(said);
			for (const each of polled.warnings) expect(each).toContain('at most Max Items per Poll');
		}
	});
});

describe('events in the future', () => {
	it('come at once, and once, where the event does not look ahead', async () => {
		const polled = await new MemoryTrigger({ lookback: HOUR }).begin();
		polled.add(5 * DAY, 1, 9 * DAY);
		expect((await polled.poll()).sort()).toEqual(idsOf(polled));
		for (let day = 0; day < 11; day++) expect(await polled.poll(DAY)).toEqual([]);
	});

	it('wait until their time, where there is no room to remember them', async () => {
		limit({ maxSeenBytes: 60 });
		const polled = await new MemoryTrigger({ lookback: HOUR }).begin();
		polled.add(...Array.from({ length: 20 }, (_each, i) => DAY + i));
		const emitted = await polled.poll();
		expect(emitted).toHaveLength(5);
		expect(await polled.poll()).toEqual([]);
		emitted.push(...(await polled.poll(DAY)));
		expect([emitted.length, new Set(emitted).size]).toEqual([20, 20]);
		expect(await polled.poll()).toEqual([]);
	});

	it('come that long before their time, where the event looks ahead, to the millisecond', async () => {
		const leadTime = () => HOUR;
		const polled = await new MemoryTrigger({ lookback: HOUR }, { leadTime }).begin();
		polled.add(2 * HOUR, 2 * HOUR + 1);
		expect(await polled.poll(HOUR - 1)).toEqual([]);
		expect(await polled.poll(1)).toEqual(['e0000']);
		expect(await polled.poll(1)).toEqual(['e0001']);
	});
});

describe('objects that become ready', () => {
	const watched = async (rows: MemoryRow[], more: { maxItems?: number } = {}) => {
		const reads: string[][] = [];
		const polled: MemoryTrigger = new MemoryTrigger(
			{ lookback: DAY, recent: HOUR },
			{
				unready: {
					read: async (uids) => {
						reads.push(uids);
						const rows = uids.map((uid) => polled.rows.find(({ id }) => id === uid));
						return (await Promise.resolve(rows)) as never;
					},
				},
			},
		);
		await polled.begin();
		Object.assign(polled, more);
		polled.rows.push(...rows);
		return { polled, reads };
	};
	const unready = (id: string, time = 1): MemoryRow => ({ id, time: NOW + time, ready: false });

	it('after they left the window are found within the hour, in as many polls as they fill', async () => {
		const rows = ['a', 'b', 'c'].map((id) => unready(id));
		const { polled, reads } = await watched(rows, { maxItems: 2 });
		for (let hour = 0; hour < 50; hour++) expect(await polled.poll(HOUR)).toEqual([]);
		expect(reads.at(-1)).toEqual(['a', 'b', 'c']);
		for (const row of polled.rows) delete row.ready;
		expect(await polled.poll()).toEqual([]);
		expect(await polled.poll(54 * MINUTE)).toEqual(['a', 'b']);
		expect(polled.upToDate).toBe(false);
		expect(await polled.poll()).toEqual(['c']);
		expect(await polled.poll(HOUR)).toEqual([]);
		expect(polled.state.unready).toBeUndefined();
	});

	it('are read about once an hour, and not at all when there are none', async () => {
		const { polled, reads } = await watched([unready('a')]);
		for (let hour = 0; hour < 30; hour++) await polled.poll(HOUR);
		const before = reads.length;
		for (let minute = 0; minute < 110; minute++) await polled.poll();
		expect(reads.length - before).toBe(2);
		// Hidden, and back
		polled.rows = [];
		for (let day = 0; day < 20; day++) await polled.poll(DAY);
		polled.rows = [{ id: 'a', time: NOW + 1 }];
		expect(await polled.poll(HOUR)).toEqual(['a']);
		const after = reads.length;
		for (let hour = 0; hour < 5; hour++) await polled.poll(HOUR);
		expect(reads.length).toBe(after);
	});

	it('are found among those in work, if the service lists them, and not when they are in work again', async () => {
		const { polled } = await watched([unready('a'), unready('b')]);
		const source = polled.event.source as EventSource;
		source.unready!.inWork = async function* () {
			const rows = await Promise.resolve([
				...polled.rows.filter(({ ready }) => ready === false),
				{ id: 'before the start', time: NOW - 5 * DAY, ready: false },
			]);
			yield { rows } as never;
		};
		for (let hour = 0; hour < 50; hour++) expect(await polled.poll(HOUR)).toEqual([]);
		expect(polled.state.unready).toEqual({ uids: ['a', 'b'] });
		delete polled.rows[0].ready;
		expect(await polled.poll(HOUR)).toEqual(['a']);
		polled.rows[0].ready = false;
		for (let hour = 0; hour < 3; hour++) expect(await polled.poll(HOUR)).toEqual([]);
		delete polled.rows[0].ready;
		delete polled.rows[1].ready;
		expect(await polled.poll(HOUR)).toEqual(['b']);
		expect(await polled.poll(HOUR)).toEqual([]);
	});

	it('are given up after 30 days, and the oldest where there are too many', async () => {
		limit({ maxUnready: 2 });
		const { polled } = await watched(['a', 'b', 'c'].map((id, i) => unready(id, i + 1)));
		const said: string[] = [];
		for (let hour = 0; hour < 40; hour++) {
			await polled.poll(HOUR);
			said.push(...polled.warnings);
		}
		expect(polled.state.unready).toEqual({ uids: ['b', 'c'] });
		expect(said[0]).toContain('More than 2 objects');
		for (let day = 0; day < 29; day++) await polled.poll(DAY);
		expect(polled.state.unready).toBeUndefined();
		polled.rows.forEach((row) => delete row.ready);
		expect(await polled.poll(HOUR)).toEqual([]);
	});
});

describe('events whose text is read', () => {
	type Text = 'none' | 'waits' | 'halts' | 'refused' | 'defect' | 'unread';
	const failure = (status: number) => new FailureError({ message: 'no text yet', status });
	const FAILURES: Partial<Record<Text, Error>> = {
		waits: failure(500),
		refused: failure(401),
		halts: new HaltedError(false),
		defect: new TypeError('a defect'),
	};
	let reads: string[] = [];
	let reasons: string[] = [];
	beforeEach(() => {
		reads = [];
		reasons = [];
	});
	const reading = async (texts: Record<string, Text>, maxItems: number, source = {}) => {
		const polled: MemoryTrigger = await new MemoryTrigger({ lookback: HOUR }, source, {
			enrich: {
				needed: (_reader, { id }) => texts[String(id)] !== 'unread',
				add: async (row) => {
					const id = String(row.id);
					if (polled.requests++ >= polled.time) throw new HaltedError(false);
					reads.push(id);
					const text = await Promise.resolve(texts[id]);
					const error = FAILURES[text];
					if (error) throw error;
					return text === 'none' ? undefined : row;
				},
				without: (row, reason) => {
					reasons.push(reason);
					return row;
				},
			},
		}).begin();
		polled.maxItems = maxItems;
		return polled;
	};

	it('fill a poll with those that are wanted, and no more', async () => {
		const polled = await reading({ e0000: 'none', e0001: 'none', e0003: 'none' }, 3);
		polled.add(1, 2, 3, 4, 5, 6, 7, 8);
		expect(await polled.poll()).toEqual(['e0002', 'e0004', 'e0005']);
		expect(await polled.poll()).toEqual(['e0006', 'e0007']);
		expect(await polled.poll()).toEqual([]);
	});

	/** 600 events, of which every 100th is wanted; one text can be another one. */
	const rare = async (orderedBy?: string, others: Record<string, Text> = {}) => {
		const ids = Array.from({ length: 600 }, (_each, i) => `e${String(i).padStart(4, '0')}`);
		const unwanted = ids.filter((_id, i) => i % 100 !== 99).map((id) => [id, 'none' as const]);
		const polled = await reading({ ...Object.fromEntries(unwanted), ...others }, 4, { orderedBy });
		polled.add(...ids.map((_id, i) => i * 500));
		if (orderedBy) polled.rows.forEach((row) => (row.by = row.time));
		polled.page = 10;
		return polled;
	};

	describe.each([undefined, 'hiddenTime', 'update'])('that are rare, by time: %s', (orderedBy) => {
		it('are looked for until a poll is full', async () => {
			const polled = await rare(orderedBy);
			const expected = ['e0099', 'e0199', 'e0299', 'e0399', 'e0499', 'e0599'];
			expect(await polled.poll(HOUR)).toEqual(expected.slice(0, 4));
			expect(await polled.poll()).toEqual(expected.slice(4));
			expect(await polled.poll()).toEqual([]);
			expect(reads).toHaveLength(new Set(reads).size);
		});

		it.each([60, 200])('are looked for while a poll has time: %i requests', async (time) => {
			const polled = await rare(orderedBy);
			polled.time = time;
			const emitted: string[] = [];
			let polls = 0;
			for (let now = HOUR; emitted.length < 6; now = MINUTE) {
				expect(polls++).toBeLessThan((2 * 700) / time);
				const ids = await polled.poll(now);
				emitted.push(...ids);
				expect(polled.warnings.join()).not.toContain('too slow');
				if (ids.length < 4) expect(polled.warnings.join()).not.toContain('Max Items');
			}
			expect(emitted).toHaveLength(new Set(emitted).size);
			expect(reads).toHaveLength(new Set(reads).size);
		});

		it('are looked for behind a text that waits, which is tried once in a poll', async () => {
			const polled = await rare(orderedBy, { e0000: 'waits' });
			expect(await polled.poll(HOUR)).toEqual(['e0099', 'e0199', 'e0299']);
			expect(reads.filter((id) => id === 'e0000')).toHaveLength(1);
			expect(Object.values(polled.state.attempts!)).toEqual([[1, polled.now]]);
			expect(await polled.poll()).toEqual(['e0399', 'e0499', 'e0599']);
			for (let i = 0; i < 2; i++) expect(await polled.poll()).toEqual([]);
			expect(await polled.poll()).toEqual(['e0000']);
			expect(reads).toHaveLength(600 + 4);
		});

		it('are looked for in parts, so that few rows are held at once', async () => {
			const polled = await rare(orderedBy);
			const { read } = polled.event.source;
			let listed = 0;
			let most = 0;
			polled.event.source.read = async function* (...args) {
				for await (const page of read(...args)) {
					listed += page.rows.length;
					most = Math.max(most, listed - reads.length);
					yield page;
				}
			};
			await polled.poll(HOUR);
			expect(most).toBeLessThan(100);
		});
	});

	it('try no more texts in a poll than it may emit, if none can be read', async () => {
		const polled = await reading({}, 4);
		polled.add(...Array.from({ length: 50 }, (_each, i) => i));
		polled.event.enrich!.add = async (row) => {
			reads.push(String(row.id));
			return await Promise.reject(failure(500));
		};
		expect(await polled.poll()).toEqual([]);
		expect(reads).toHaveLength(4);
	});

	it('let later ones pass while they wait, unless there is no room to remember those', async () => {
		for (const [bytes, emitted] of [
			[40_000, ['e0001', 'e0002']],
			[20, []],
		] as const) {
			limit({ maxSeenBytes: bytes });
			const texts: Record<string, Text> = { e0000: 'waits' };
			const polled = await reading(texts, 3);
			polled.add(1, 2, 3, 4, 5, 6);
			expect(await polled.poll()).toEqual(emitted);
			delete texts.e0000;
			expect([...emitted, ...(await drain(polled))].sort()).toEqual(idsOf(polled));
			restore();
		}
	});

	it.each<[text: Text, polls: number, reason: string]>([
		['waits', 5, 'no text yet'],
		['halts', 5, 'Reading took too long'],
	])('go out without it after five polls, with the reason: it %s', async (text, polls, reason) => {
		const polled = await reading({ e0000: text, e0001: 'unread' }, 50);
		polled.add(1, 2, 3);
		expect(await polled.poll()).toEqual(['e0001', 'e0002']);
		for (let i = 2; i < polls; i++) {
			expect(polled.state.attempts?.[digest('e0000')][0]).toBe(i - 1);
			expect(await polled.poll()).toEqual([]);
		}
		expect(reasons).toEqual([]);
		expect(await polled.poll()).toEqual(['e0000']);
		expect(reasons).toEqual([reason]);
		expect(polled.state.attempts).toBeUndefined();
		expect(reads).toEqual(['e0000', 'e0002', ...Array.from({ length: polls - 1 }, () => 'e0000')]);
		expect(await polled.poll()).toEqual([]);
	});

	it('count only the first attempt of a poll whose time did not suffice', async () => {
		const polled = await reading({ e0000: 'halts', e0001: 'halts', e0002: 'waits' }, 50);
		polled.add(1, 2, 3);
		expect(await polled.poll()).toEqual([]);
		const counts = Object.entries(polled.state.attempts!).map(([name, [count]]) => [name, count]);
		expect(Object.fromEntries(counts)).toEqual({ [digest('e0000')]: 1, [digest('e0002')]: 1 });
		limit({ maxCountedAttempts: 1 });
		expect(await polled.poll()).toEqual([]);
		expect(Object.keys(polled.state.attempts!)).toHaveLength(1);
	});

	it.each<Text>(['refused', 'defect'])(
		'end the poll with an error, if reading is %s',
		async (text) => {
			const polled = await reading({ e0001: text }, 50);
			polled.add(1, 2);
			const { state } = polled;
			await expect(polled.poll()).rejects.toBe(FAILURES[text]);
			expect(polled.state).toBe(state);
		},
	);
});

describe('the start', () => {
	const times = [-3 * DAY, -2 * DAY, -DAY, -HOUR, -MINUTE];

	it.each<[start: Start, existing: string[], requests: number]>([
		[{ from: 'now' }, [], 1],
		[{ from: 'date', since: () => NOW - 2 * DAY }, ['e0001', 'e0002', 'e0003', 'e0004'], 0],
		[{ from: 'date', since: () => NOW - 2 * DAY + 1 }, ['e0002', 'e0003', 'e0004'], 0],
		[{ from: 'last', count: 1 }, ['e0004'], 1],
		[{ from: 'last', count: 4 }, ['e0001', 'e0002', 'e0003', 'e0004'], 5],
		[{ from: 'last', count: 100 }, ['e0000', 'e0001', 'e0002', 'e0003', 'e0004'], 12],
	])('%j decides what comes of what exists', async (start, existing, requests) => {
		const polled = new MemoryTrigger({ lookback: 2 * HOUR });
		polled.add(...times);
		await polled.begin(start);
		expect(polled.requests).toBe(requests);
		expect(await drain(polled)).toEqual(existing);
		polled.add(polled.now - NOW);
		expect(await drain(polled)).toEqual(['e0005']);
	});

	it('shows the latest events in a test, the oldest of them first', async () => {
		const polled = new MemoryTrigger({ lookback: 2 * HOUR });
		polled.add(...times);
		expect(await polled.sample(3)).toEqual(['e0002', 'e0003', 'e0004']);
		expect(await polled.sample(9)).toHaveLength(5);
		polled.rows.length = 0;
		expect(await polled.sample(3)).toEqual([]);
	});

	it('shows the next events in a test, where the event looks ahead', async () => {
		const ahead = { leadTime: () => HOUR, crowded: 'crowded' };
		const polled = new MemoryTrigger({ lookback: 2 * HOUR }, ahead);
		polled.add(-HOUR, 90 * DAY, 2 * HOUR, HOUR, 5 * DAY);
		expect(await polled.sample(3)).toEqual(['e0003', 'e0002', 'e0004']);
		expect(await polled.sample(9)).toHaveLength(4);
	});

	it('goes on with the next polls if it has too much to read, and emits nothing of that', async () => {
		for (const ascending of [true, false]) {
			const polled = new MemoryTrigger(WEEK);
			Object.assign(polled, { ascending, page: 10 });
			polled.add(...Array.from({ length: 300 }, (_each, i) => -7 * DAY + i * 33 * MINUTE));
			polled.time = 8;
			await polled.begin();
			expect(polled.state.opening).toBeDefined();
			polled.time = 20;
			let polls = 0;
			for (; polled.state.opening !== undefined; polls++) {
				expect(polls).toBeLessThan(30);
				polled.add(polled.now - NOW);
				expect(await polled.poll()).toEqual([polled.rows.at(-1)!.id]);
				if (polled.state.opening !== undefined)
					expect(polled.warnings).toEqual([expect.stringContaining('still reading')]);
			}
			expect(polls).toBeGreaterThan(1);
			polled.time = Infinity;
			for (let hour = 0; hour < 30; hour++) expect(await polled.poll(HOUR)).toEqual([]);
		}
	});

	it('keeps no more than may be stored twice, and skips what is older', async () => {
		limit({ maxFirstSeenBytes: 200 });
		const polled = new MemoryTrigger({ lookback: DAY });
		polled.add(...Array.from({ length: 100 }, (_each, i) => -DAY + i * 14 * MINUTE));
		await polled.begin();
		expect(JSON.stringify(polled.state.seen).length).toBeLessThan(400);
		expect(polled.state.floor[0]).toBeGreaterThan(NOW - DAY);
		expect(await drain(polled)).toEqual([]);
	});
});

describe('changes of status', () => {
	const changing = async (
		wanted = (_previous: string | undefined, status: string) => status !== 'x',
	) => {
		const polled = new MemoryTrigger(
			{ lookback: 10 * MINUTE },
			{
				orderedBy: 'update',
				changes: {
					value: ({ status }) => String(status),
					version: ({ version }) => Number(version),
					before: () => [],
					isFinal: (status) => status === 'done',
					wanted: (previous, { status }) => wanted(previous ?? undefined, String(status)),
				},
			},
		);
		for (const id of ['a', 'b'])
			polled.rows.push({ id, time: NOW - DAY, status: 'new', version: 1 });
		await polled.begin();
		const change = (id: string, status: string, by = 1) => {
			const row = polled.rows.find((each) => each.id === id)!;
			Object.assign(row, { status, time: polled.now + 1, version: row.version! + by });
		};
		return { polled, change };
	};

	it('come once each, and not for other updates or unwanted ones', async () => {
		const { polled, change } = await changing();
		change('a', 'open');
		expect(await polled.poll()).toEqual(['a']);
		change('a', 'open');
		change('b', 'x');
		expect(await polled.poll()).toEqual([]);
		change('b', 'open');
		change('a', 'done');
		expect((await polled.poll()).sort()).toEqual(['a', 'b']);
		expect(await polled.poll()).toEqual([]);
	});

	it('have the status before, unless there may have been another one in between', async () => {
		const before: Array<string | undefined> = [];
		const { polled, change } = await changing((previous) => (before.push(previous), true));
		change('a', 'open');
		await polled.poll();
		expect(new Set(before)).toEqual(new Set(['new']));
		before.length = 0;
		change('a', 'done', 2);
		await polled.poll();
		expect(new Set(before)).toEqual(new Set([undefined]));
	});

	it('that do not fit into a poll come with the next one, of an object in turn', async () => {
		const { polled, change } = await changing();
		polled.maxItems = 1;
		change('a', 'open');
		change('b', 'open');
		expect(await polled.poll()).toEqual(['a']);
		expect([await polled.poll(), await polled.poll()]).toEqual([['b'], []]);
	});
});

describe('a list that can only be read as a whole', () => {
	const listed = (source: Partial<EventSource> = {}, lookback = DAY): MemoryTrigger => {
		const polled: MemoryTrigger = new MemoryTrigger(
			{ lookback },
			{ isList: true, read: (_reader, { cursor }) => polled.list(cursor), lookback, ...source },
		);
		return polled;
	};

	it('emits what is new, late or without a time, once, and nothing older than the window', async () => {
		const polled = listed();
		polled.add(-HOUR, -5 * DAY);
		polled.rows.push({ id: 'undated' });
		await polled.begin();
		polled.add(1, -2 * HOUR, -DAY - 1);
		polled.rows.push({ id: 'new' });
		polled.maxItems = 1;
		expect(await drain(polled)).toEqual(['e0003', 'e0004', 'new']);
		polled.maxItems = 50;
		for (let hour = 0; hour < 60; hour++) expect(await polled.poll(HOUR)).toEqual([]);
		expect(Object.keys(polled.state.seen).length).toBeLessThan(3);
		polled.add(60 * HOUR - DAY, 0);
		expect(await polled.poll()).toEqual(['e0007']);
	});

	it.each<[start: Start, existing: string[]]>([
		[{ from: 'now' }, []],
		[{ from: 'date', since: () => NOW - 2 * DAY }, ['e0001', 'e0002']],
		[{ from: 'last', count: 1 }, ['e0002']],
		[{ from: 'last', count: 9 }, ['e0000', 'e0001', 'e0002']],
	])('starts as the user chose: %j', async (start, existing) => {
		const polled = listed();
		polled.add(-5 * DAY, -2 * DAY, -HOUR);
		polled.rows.push({ id: 'undated' });
		await polled.begin(start);
		expect(await drain(polled)).toEqual(existing);
		expect(await polled.sample(2)).toEqual(['e0001', 'e0002']);
	});

	it('over several polls has what came in its own time, once', async () => {
		for (const [start, existing] of [
			[{ from: 'now' }, 0],
			[{ from: 'date', since: () => NOW - 30 * MINUTE }, 31],
		] as const) {
			const polled = listed();
			Object.assign(polled, { page: 10, time: 4 });
			polled.add(...Array.from({ length: 100 }, (_each, i) => -i * MINUTE));
			await polled.begin(start);
			const all: string[] = [];
			for (let i = 0; i < 12; i++) all.push(...(await polled.poll()));
			expect(all).toHaveLength(new Set(all).size);
			expect(all).toHaveLength(existing);
			polled.add(13 * MINUTE);
			polled.time = 3;
			for (let i = 0; i < 20; i++) all.push(...(await polled.poll()));
			expect(all).toHaveLength(existing + 1);
		}
	});

	it('fails if nothing could be read, and for the latest items if not all could', async () => {
		const polled = listed();
		Object.assign(polled, { page: 1, time: 0 });
		polled.add(1, 2, 3);
		await expect(polled.begin()).rejects.toThrow('too slow');
		polled.time = 2;
		await expect(polled.begin({ from: 'last', count: 1 })).rejects.toThrow('too slow');
		await polled.begin();
		const { state } = polled;
		polled.failing = 0;
		await expect(polled.poll()).rejects.toThrow('no');
		expect(polled.state).toBe(state);
	});

	it('is read from its start again if the service has forgotten the position', async () => {
		const polled = listed();
		Object.assign(polled, { page: 1, time: 2 });
		polled.add(-3, -2, -1);
		await polled.begin();
		const { scan } = polled.state;
		polled.event.source.read = async function* (_reader: unknown, { cursor }: { cursor?: string }) {
			if (cursor) throw new FailureError({ message: 'expired', status: 400, isOwn: true });
			yield* polled.list();
		} as never;
		polled.time = Infinity;
		expect(await polled.poll()).toEqual([]);
		expect([scan?.cursor, polled.state.scan, polled.requests]).toEqual(['2', undefined, 3]);
	});

	it('of several parents emits nothing of one that is added, and what comes there later', async () => {
		const parents = ['p'];
		const polled = listed({ parents: () => parents });
		polled.rows.push({ id: 'a', parent: 'p', time: NOW - 1 });
		await polled.begin();
		parents.push('q');
		polled.state = await polled.changed();
		polled.rows.push({ id: 'b', parent: 'q', time: NOW - 1 }, { id: 'c', parent: 'p', time: NOW });
		expect(await polled.poll()).toEqual(['c']);
		polled.rows.push({ id: 'd', parent: 'q', time: NOW + MINUTE });
		expect(await polled.poll()).toEqual(['d']);
	});

	it('emits what the user wants, and nothing when it is wanted later', async () => {
		let wanted = 'a';
		const polled = listed({ wanted: ({ id }) => String(id).startsWith(wanted) });
		await polled.begin();
		polled.rows.push({ id: 'a', time: NOW + 1 }, { id: 'b', time: NOW + 1 });
		expect(await polled.poll()).toEqual(['a']);
		wanted = '';
		expect(await polled.poll()).toEqual([]);
	});

	it('of several pages is read as a whole once in as many minutes, and its recent part each time', async () => {
		const polled: MemoryTrigger = listed({
			recent: DAY,
			read: async function* (_reader, { from, cursor }) {
				if (from === -Infinity) yield* polled.list(cursor);
				else yield { rows: (await Promise.resolve(polled.rows.slice(-5))) as never };
			},
		});
		polled.page = 10;
		polled.add(...Array.from({ length: 35 }, (_each, i) => -i));
		await polled.begin();
		const whole: number[] = [];
		for (let minute = 0; minute < 12; minute++) {
			polled.add(minute * MINUTE);
			expect(await polled.poll()).toEqual([polled.rows.at(-1)!.id]);
			if (polled.read.length > 0) whole.push(minute);
		}
		expect(whole).toEqual([3, 7]);
	});

	it('remembers no more than fits, and emits nothing twice', async () => {
		limit({ maxSeenBytes: 300, maxFirstSeenBytes: 300, maxUndated: 5 });
		const polled = listed();
		await polled.begin();
		const all: string[] = [];
		for (let i = 0; i < 20; i++) {
			polled.add(...Array.from({ length: 10 }, (_each, n) => i * HOUR + n * MINUTE));
			all.push(...(await polled.poll(HOUR)));
			expect(JSON.stringify(polled.state.seen).length).toBeLessThan(600);
		}
		expect(all).toHaveLength(200);
		expect(new Set(all).size).toBe(200);
		expect(polled.warnings).toEqual([expect.stringContaining('too many events')]);
		// So many without a time cannot be told apart
		polled.rows.push(...Array.from({ length: 5 }, (_each, i) => ({ id: `undated ${i}` })));
		expect(await polled.poll()).toHaveLength(5);
		polled.rows.push({ id: 'one too many' });
		expect(await polled.poll()).toEqual([]);
		expect(polled.state.list?.isCrowded).toBe(true);
	});
});
