import { LIMITS } from '../../dev/limits';
import {
	afterRefusal,
	afterSuccess,
	COLD,
	measuredRate,
	Rate,
	rateOf,
	spacingOf,
	withStart,
	type RateState,
} from '../../nodes/shared/transport/rate';

/** A rate limiter after a 429 at ten requests a second. */
const refused: RateState = { ...COLD, concurrency: 4, ceiling: 10 };

/** Advances by a number of good answers, at the given interval in milliseconds. */
function used(pace: RateState, answers: number, elapsed: number): RateState {
	return Array.from({ length: answers }).reduce<RateState>(
		(now) => afterSuccess(now, elapsed),
		pace,
	);
}

it('has no rate before the first 429, and does not space requests', () => {
	expect(rateOf(COLD)).toBe(Infinity);
	expect(spacingOf(COLD)).toBe(0);
	expect(spacingOf(used(COLD, 1000, 10))).toBe(0);
});

it('starts with the measured rate after the first 429', () => {
	expect(rateOf(afterRefusal(COLD, 5))).toBeCloseTo(5);
});

it('lowers the rate by 15 % with each further 429', () => {
	const once = afterRefusal({ ...refused, used: LIMITS.rateRecovery }, 1);
	expect(rateOf(once)).toBeCloseTo(8.5);
	expect(rateOf(afterRefusal(once, 1))).toBeCloseTo(8.5 * 0.85);
});

it('allows one request fewer in flight after a 429, at least one', () => {
	const widths = [refused];
	for (let i = 0; i < 4; i++) widths.push(afterRefusal(widths[i], 1));
	expect(widths.map(({ concurrency }) => concurrency)).toEqual([4, 3, 2, 1, 1]);
});

it('never stops sending', () => {
	let pace = refused;
	for (let i = 0; i < 200; i++) pace = afterRefusal(pace, 1);
	expect(rateOf(pace)).toBeGreaterThanOrEqual(0.05);
});

it('reaches the refused rate again after 15 seconds of use, slowly, and exceeds it later', () => {
	const rates = [0, 7.5, 15, 22.5, 30, 60].map((seconds) =>
		rateOf({ ...refused, used: seconds * 1000 }),
	);
	expect(rates[0]).toBeCloseTo(8.5);
	expect(rates[1]).toBeCloseTo(9.8125);
	expect(rates[2]).toBeCloseTo(10);
	expect(rates[3]).toBeCloseTo(11.25);
	expect(rates[4]).toBeCloseTo(20);
	expect(rates[5]).toBeGreaterThan(100);
});

it('takes twice as long to exceed a rate after each refusal near it, four minutes at most', () => {
	const probed = (pace: RateState) => afterRefusal({ ...pace, used: pace.recovery }, 1);
	const recoveries = [refused];
	for (let i = 0; i < 6; i++) recoveries.push(probed(recoveries[i]));
	const seconds = recoveries.map(({ recovery }) => recovery / 1_000);
	expect(seconds).toEqual([15, 30, 60, 120, 240, 240, 240]);
	// Refused far below: the service allows less than before
	expect(afterRefusal({ ...recoveries[3], used: 0 }, 1).recovery).toBe(15_000);
});

it('does not raise the rate while nothing is sent', () => {
	const later = afterSuccess(refused, 3_600_000);
	expect(later.used).toBeLessThanOrEqual(1_000);
	const slow = { ...refused, ceiling: 0.2 };
	// Slow requests count as use too
	expect(afterSuccess(slow, 6_000).used).toBe(6_000);
});

it('allows one more request in flight after 20 good answers, at most four', () => {
	const one = { ...refused, concurrency: 1 };
	expect(used(one, 19, 10).concurrency).toBe(1);
	expect(used(one, 20, 10).concurrency).toBe(2);
	expect(used(one, 39, 10).concurrency).toBe(2);
	expect(used(one, 200, 10).concurrency).toBe(4);
});

it('starts counting good answers again after a 429', () => {
	const again = afterRefusal(used({ ...refused, concurrency: 2 }, 19, 10), 1);
	expect(used(again, 19, 10).concurrency).toBe(1);
});

it('stops spacing requests at a high rate', () => {
	const fast = used(refused, 60, 1_000);
	expect(spacingOf(fast)).toBe(0);
});

describe('the measured rate', () => {
	it('includes the pause that the service asks for, without half a second of rounding', () => {
		expect(measuredRate([900, 925, 950, 975, 1000], 1000, 1400)).toBeCloseTo(5);
		expect(measuredRate([0, 1, 2, 3, 4, 5], 6_000, 54_500)).toBeCloseTo(0.1);
	});

	it('is that of up to 1,000 requests without a gap, for a service that counts by the minute', () => {
		let starts: number[] = [];
		for (let at = 0; at < 20_000; at += 100) starts = withStart(starts, at);
		expect(starts).toHaveLength(200);
		expect(measuredRate(starts, 20_000, 20_500)).toBeCloseTo(5);
		for (let at = 20_000; at < 200_000; at += 100) starts = withStart(starts, at);
		expect(starts).toHaveLength(1_000);
		expect(withStart(starts, 200_000 + LIMITS.ratedGap)).toEqual([200_000 + LIMITS.ratedGap]);
	});

	it('excludes old requests', () => {
		expect(measuredRate([0, 1, 2, 99_000], 100_000, 1_500)).toBeCloseTo(0.5);
	});

	it('is one request in the pause if nothing was answered', () => {
		expect(measuredRate([], 1000, 2500)).toBeCloseTo(0.5);
		expect(measuredRate([], 1000, 0)).toBe(1000);
	});
});

it('counts the 429s since the last success, those to requests that were sent at once only once', () => {
	const rate = new Rate();
	const inRow = (startedAt: number) => {
		const count = rate.refusalsInRow(startedAt);
		rate.refused(startedAt, 0);
		return count;
	};
	const [first, second] = [rate.start(), rate.start()];
	expect([inRow(first), inRow(second)]).toEqual([1, 1]);
	expect([inRow(Infinity), inRow(Infinity)]).toEqual([2, 3]);
	rate.succeeded();
	expect(inRow(Infinity)).toBe(1);
});
