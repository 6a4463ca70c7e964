import type { IDataObject } from 'n8n-workflow';

import { closedWindows, halfOpenWindows } from '../../nodes/shared/api/time';

const DAY = 86_400_000;
const split = (filters: IDataObject) => closedWindows(filters, 'start_at', 'end_at', Date.now());
const at = (text: string) => Date.parse(`${text}T00:00:00Z`);

it('does not split a span of up to 366 days', () => {
	const filters = {
		start_at: at('2024-01-01'),
		end_at: at('2024-01-01') + 366 * DAY,
		results: ['busy'],
	};
	expect(split(filters)).toEqual([filters]);
});

it('does not split a span without a start', () => {
	expect(split({ end_at: at('2020-01-01') })).toEqual([{ end_at: at('2020-01-01') }]);
});

it('splits a longer span into windows without gaps or overlaps, latest first', () => {
	const filters = {
		start_at: at('2021-03-05'),
		end_at: at('2024-03-05'),
		directions: ['incoming'],
	};
	const windows = split(filters) as Array<{ start_at: number; end_at: number }>;
	expect(windows[0].end_at).toBe(filters.end_at);
	expect(windows[windows.length - 1].start_at).toBe(filters.start_at);
	for (const [i, window] of windows.entries()) {
		expect(window).toMatchObject({ directions: ['incoming'] });
		expect(window.end_at - window.start_at).toBeLessThanOrEqual(366 * DAY);
		expect(window.end_at).toBeGreaterThanOrEqual(window.start_at);
		if (i > 0) expect(window.end_at).toBe(windows[i - 1].start_at - 1);
	}
});

it('splits at one millisecond more than 366 days', () => {
	const start_at = at('2024-01-01');
	expect(split({ start_at, end_at: start_at + 366 * DAY + 1 })).toHaveLength(2);
});

it('uses now as the end if it is missing or in the future', () => {
	const start_at = Date.now() - 400 * DAY;
	for (const filters of [{ start_at }, { start_at, end_at: Date.now() + 900 * DAY }]) {
		const [latest] = split(filters) as Array<{ end_at: number }>;
		expect(Math.abs(latest.end_at - Date.now())).toBeLessThan(10_000);
	}
});

afterEach(() => jest.restoreAllMocks());

it('sends now explicitly if the span would soon be too long', () => {
	const now = Date.now();
	jest.spyOn(Date, 'now').mockReturnValue(now);
	const start_at = now - 366 * DAY + 300;
	for (const filters of [{ start_at }, { start_at, end_at: Date.now() + 900 * DAY }]) {
		expect(split(filters)).toEqual([{ start_at, end_at: now }]);
	}
});

it('sends no end for a shorter span, since the service’s clock may be ahead', () => {
	for (const filters of [{ start_at: Date.now() - 300 * DAY }, { start_at: Date.now() + DAY }]) {
		expect(split(filters)).toEqual([filters]);
	}
});

describe('spans with an exclusive end', () => {
	const half = (start_at: number, end_at?: number, descending = false) =>
		halfOpenWindows({ start_at, end_at }, 'start_at', 'end_at', {
			descending,
			now: Date.now(),
		}) as Array<{
			start_at: number;
			end_at: number;
		}>;

	it('are split into windows that follow each other', () => {
		const windows = half(at('2021-03-05'), at('2024-03-05'));
		expect(windows[0].start_at).toBe(at('2021-03-05'));
		expect(windows[windows.length - 1].end_at).toBe(at('2024-03-05'));
		windows.forEach(({ start_at, end_at }, i) => {
			expect(end_at - start_at).toBeLessThanOrEqual(366 * DAY);
			if (i > 0) expect(start_at).toBe(windows[i - 1].end_at);
		});
		expect(half(at('2021-03-05'), at('2024-03-05'), true)).toEqual(windows.reverse());
	});

	it('are one window if they fit, also in the future', () => {
		const start_at = Date.now() + 900 * DAY;
		expect(half(start_at, start_at + 366 * DAY)).toEqual([
			{ start_at, end_at: start_at + 366 * DAY },
		]);
	});

	it('cover the given span, also far into the future', () => {
		const [start, end] = [Date.now() - 400 * DAY, Date.now() + 900 * DAY];
		const windows = half(start, end);
		expect(windows).toHaveLength(4);
		expect(windows[3].end_at).toBe(end);
	});

	it('end now if no end is given', () => {
		const windows = half(Date.now() - 400 * DAY);
		expect(Math.abs(windows[1].end_at - Date.now())).toBeLessThan(10_000);
	});
});
