import { overrideLimits } from '../../dev/limits';
import { evict } from '../../nodes/shared/polling/eviction';
import type { FoundEvent } from '../../nodes/shared/polling/found';
import { SeenEvents } from '../../nodes/shared/polling/seenEvents';

/** What a trigger remembers of the events that it has emitted, in at most so many bytes. */

const UNIT = 1000;
const named = (count: number, prefix = 'e') =>
	Array.from({ length: count }, (_each, i) => `${prefix}${String(i).padStart(3, '0')}`);

/** Memory of these keys, each with its time. */
function memoryOf(...all: Array<[keys: string[], time: number]>): SeenEvents {
	const seen = new SeenEvents(UNIT);
	for (const [keys, time] of all) for (const key of keys) seen.remember(key, time);
	return seen;
}

describe('seen events', () => {
	it('are the same after they were stored, of one moment and of a span', () => {
		const seen = memoryOf([['a', 'b'], 5_000], [['c'], 5_700], [['d'], 9_000], [['e'], 2_000]);
		const again = new SeenEvents(UNIT, seen.stored());
		expect(again.stored()).toEqual(seen.stored());
		expect(['a', 'c', 'd', 'e', 'f'].map((key) => again.has(key))).toEqual([
			true,
			true,
			true,
			true,
			false,
		]);
		expect(again.size).toBe(3 * 15 + 5 * 8);
		expect(again.drop(3 * 15 + 5 * 8, Infinity)).toBeUndefined();
		expect(again.drop(3 * 15 + 5 * 8 - 1, Infinity)).toBe(2_000);
		expect(again.drop(0, 5_700)).toBeUndefined();
		expect(again.drop(0, 5_701)).toBe(5_700);
		expect(again.drop(0)).toBe(9_000);
		expect(again.size).toBe(0);
	});

	it.each<[what: string, all: Parameters<typeof memoryOf>, buckets: number]>([
		[
			'as long as a bucket may be',
			[
				[['a'], 0],
				[['b'], UNIT - 1],
			],
			1,
		],
		[
			'longer than a bucket may be',
			[
				[['a'], 0],
				[['b'], UNIT],
			],
			2,
		],
		[
			'more than a bucket may have',
			[
				[named(100), 0],
				[['b'], 1],
			],
			2,
		],
		[
			'one fewer',
			[
				[named(99), 0],
				[['b'], 1],
			],
			1,
		],
		['more than it may have, of one moment', [[named(150), 0]], 1],
		[
			'between two buckets',
			[
				[['a'], 0],
				[['c'], 5_000],
				[['b'], 3_000],
			],
			3,
		],
		[
			'inside the first bucket',
			[
				[['a'], 0],
				[['c'], 900],
				[['d'], 5_000],
				[['b'], 400],
			],
			2,
		],
	])('share a bucket where they can: %s', (_what, all, buckets) => {
		const seen = memoryOf(...all);
		expect(Object.keys(seen.stored())).toHaveLength(buckets);
		const again = new SeenEvents(UNIT, seen.stored());
		expect(again.has('a') || again.has('e000')).toBe(true);
		expect(again.has('b') || again.has('e149')).toBe(true);
	});

	it('are read in the order of their times, however n8n stores them', () => {
		const stored = memoryOf([['a'], 5_000], [['b'], 50_000], [['c'], 90_000]).stored();
		expect(Object.keys(stored)).toEqual([5_000, 50_000, 90_000].map((time) => time.toString(36)));
		const again = new SeenEvents(UNIT, Object.fromEntries(Object.entries(stored).reverse()));
		expect([2, 1, 0].map((left) => again.drop(left * 23, Infinity))).toEqual([
			5_000, 50_000, 90_000,
		]);
		expect(new SeenEvents(UNIT, {}).size).toBe(0);
		expect(SeenEvents.sizeOf(3)).toBe(24);
	});

	it('are kept for the longest of the times that they were given', () => {
		const seen = memoryOf([['a', 'other'], 5_000]);
		seen.remember('a', 9_000);
		seen.remember('a', 7_000);
		expect(new SeenEvents(UNIT, seen.stored()).has('other')).toBe(true);
		seen.forget('other');
		expect(seen.size).toBe(15 + 8);
		seen.forgetBefore(9_000);
		expect([seen.has('a'), seen.size]).toEqual([true, 15 + 8]);
		seen.forgetBefore(9_001);
		expect([seen.has('a'), seen.size]).toEqual([false, 0]);
		seen.forget('a');
	});

	it('have room for as many as their bytes say, and older ones do not count', () => {
		const seen = memoryOf([['old'], 0], [['a', 'b'], 5_000]);
		const restore = overrideLimits({ maxSeenBytes: 15 + 2 * 8 + 30 * 9 });
		expect([0, 5_000, 5_001].map((time) => seen.room(time))).toEqual([27, 30, 33]);
		expect(seen.room(5_001, 0.5)).toBe(16);
		expect([0.3, 0.4].map((share) => seen.quantile(0, share))).toEqual([0, 5_000]);
		expect([seen.quantile(1, 0.1), seen.quantile(5_001, 0.5)]).toEqual([5_000, undefined]);
		expect(seen.latest).toBe(5_000);
		restore();
	});
});

describe('more seen events than fit', () => {
	const found = (key: string, at: number, more = {}): FoundEvent => ({
		...{ id: key, key, at, time: at, keepUntil: at, row: {} },
		...more,
	});
	const NOW = 100_000;
	type Memory = Parameters<typeof memoryOf>;
	const three: Memory = [
		[['a'], 10_000],
		[['b'], 20_000],
		[['c'], 30_000],
	];
	/** Many more than the reserve, which is exceeded for a poll where events wait */
	const many = named(700);

	it.each<
		[
			what: string,
			all: Memory,
			bounds: Partial<Parameters<typeof evict>[1]>,
			position: ReturnType<typeof evict>,
			forgotten: string[],
			kept: string[],
		]
	>([
		['nothing where they fit', three, { most: 69 }, undefined, [], ['a', 'b', 'c']],
		[
			'nothing where they fit and an event waits',
			[[['a', 'b', 'c'], 10_000]],
			{ most: 39, waiting: found('c', 10_000), read: [found('a', 10_000), found('b', 10_000)] },
			undefined,
			[],
			['a', 'b', 'c'],
		],
		['the oldest, and no more', three, { most: 68 }, [10_001, ''], ['a'], ['b', 'c']],
		['two of three', three, { most: 45 }, [20_001, ''], ['a', 'b'], ['c']],
		[
			'none behind an event that waits',
			three,
			{ most: 30, waiting: found('w', 15_000) },
			[10_001, ''],
			['a'],
			['b', 'c'],
		],
		[
			'none of the moment of an event that waits',
			three,
			{ most: 30, waiting: found('w', 10_000) },
			undefined,
			[],
			['a', 'b', 'c'],
		],
		[
			'those of its moment that come before it',
			[[['a', 'b', 'c', 'e', 'o', 'z'], 10_000]],
			{
				most: 30,
				waiting: found('w', 10_000),
				read: [
					...['b', 'c', 'a', 'z', 'w'].map((key) => found(key, 10_000)),
					found('o', 10_000, { time: undefined, keepUntil: 20_000 }),
					found('e', 9_000),
				],
			},
			[10_000, 'c'],
			['a', 'b', 'c'],
			['e', 'o', 'z'],
		],
		[
			'all, rather than to exceed the bytes of a state',
			[
				[many, 10_000],
				[['c'], 30_000],
			],
			{ most: 60, waiting: found('a', 10_000) },
			[10_001, ''],
			['e000', 'e699'],
			['c'],
		],
		[
			'the latest of the future last, and no position passes now',
			[
				[['a'], NOW + 5_000],
				[many, NOW + 10_000],
			],
			{ most: 60 },
			undefined,
			['e000'],
			['a'],
		],
		[
			'those of now',
			[
				[['a'], NOW],
				[['b'], NOW + 10_000],
			],
			{ most: 30 },
			[NOW + 1, ''],
			['a'],
			['b'],
		],
		[
			'those of now, rather than to exceed the bytes of a state',
			[
				[many, NOW],
				[['b'], NOW + 10_000],
			],
			{ most: 60, waiting: found('a', NOW) },
			[NOW + 1, ''],
			['e000'],
			['b'],
		],
	])('forget %s', (_what, all, bounds, position, forgotten, kept) => {
		const seen = memoryOf(...all);
		expect(evict(seen, { most: 0, read: [], now: NOW, ...bounds })).toEqual(position);
		expect(forgotten.filter((key) => seen.has(key))).toEqual([]);
		expect(kept.filter((key) => !seen.has(key))).toEqual([]);
	});
});
