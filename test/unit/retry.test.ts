import { LIMITS } from '../../dev/limits';
import {
	isTransient,
	mayHaveWorked,
	nextWait,
	NO_EFFORT,
	pausesAll,
	retryAfterMs,
	withSpent,
} from '../../nodes/shared/transport/retry';

type Failed = Parameters<typeof nextWait>[0];

/** The wait after a number of equal tries that took the given number of milliseconds with their waits. */
const wait = (failed: Failed, tries = 1, ms = 0, random = 0) =>
	nextWait(failed, withSpent(NO_EFFORT, failed, { tries, ms }), random);

it.each([429, 502, 503, 504])('retries after HTTP %i', (status) => {
	expect(isTransient({ status })).toBe(true);
	expect(wait({ status })).toBeGreaterThan(0);
});

it.each([400, 401, 403, 404, 409, 413, 422, 500, 501, 200, 302])(
	'never retries after HTTP %i',
	(status) => {
		expect(isTransient({ status })).toBe(false);
		expect(wait({ status })).toBeUndefined();
	},
);

it('retries after a lost connection, but not if none can ever be made', () => {
	expect(wait({ transient: true })).toBeGreaterThan(0);
	expect(wait({ transient: false })).toBeUndefined();
});

it.each([
	[{ status: 200 }, true],
	[{ status: 500 }, true],
	[{ status: 502 }, true],
	[{ status: 503 }, true],
	[{ transient: true }, true],
	[{ transient: false }, true],
	[{ transient: true, neverSent: true }, false],
	[{ status: 204 }, true],
	[{ status: 302 }, true],
	[{ status: 404 }, true],
	[{ status: 400, isOwn: true }, false],
	[{ status: 401, isOwn: true }, false],
	[{ status: 413 }, false],
	[{ status: 429 }, false],
])('a try that failed with %j may have worked: %s', (failed, maybe) => {
	expect(mayHaveWorked(failed)).toBe(maybe);
});

it('doubles the backoff up to the longest one', () => {
	const longest = [1, 2, 3, 4].map((tried) => wait({ status: 503 }, tried, 0, 0.9999999));
	expect(longest).toEqual([500, 1000, 2000, 4000]);
	expect(LIMITS.longestBackoff).toBeGreaterThanOrEqual(4000);
});

it('spreads the waits over the upper half of the backoff', () => {
	expect(wait({ status: 503 }, 1, 0, 0)).toBe(250);
	expect(wait({ status: 503 }, 1, 0, 0.5)).toBe(375);
});

it('gives up after the last try', () => {
	expect(wait({ status: 503 }, LIMITS.maxTries - 1)).toBeDefined();
	expect(wait({ status: 503 }, LIMITS.maxTries)).toBeUndefined();
});

it('gives up if tries and waits take too long in total', () => {
	const most = LIMITS.maxRequestTime - 60_000;
	expect(wait({ status: 503, retryAfter: '60' }, 1, most)).toBe(60_000);
	expect(wait({ status: 503, retryAfter: '60' }, 1, most + 1)).toBeUndefined();
});

describe('a 429', () => {
	it('does not count as a try, only against the time', () => {
		expect(wait({ status: 429, retryAfter: '1' }, 10)).toBeDefined();
		expect(
			wait({ status: 429, retryAfter: '1' }, 59, LIMITS.maxRequestTime - 10_000),
		).toBeDefined();
		expect(
			wait({ status: 429, retryAfter: '60' }, 1, LIMITS.maxRequestTime - 59_999),
		).toBeUndefined();
	});

	it('grows with the refusals of all requests in a row, not with those of the request', () => {
		const often = withSpent(NO_EFFORT, { status: 429 }, { tries: 5, ms: 10 });
		const waits = [1, 2, 3].map((inRow) => nextWait({ status: 429 }, often, 0, inRow));
		expect(waits).toEqual([250, 500, 1000]);
	});

	it('ends the request after 60 refusals', () => {
		expect(wait({ status: 429 }, 60)).toBeUndefined();
	});

	it('has a time limit of its own from the first refusal, separate from that of the tries', () => {
		const tired = withSpent(NO_EFFORT, { status: 503 }, { tries: 4, ms: LIMITS.maxRequestTime });
		const refused = withSpent(tired, { status: 429 }, { tries: 1, ms: 10 });
		expect(nextWait({ status: 429, retryAfter: '60' }, refused, 0)).toBe(60_000);
		const patient = withSpent(NO_EFFORT, { status: 429 }, { tries: 50, ms: 170_000 });
		const lost = withSpent(patient, { transient: true }, { tries: 1, ms: 10 });
		expect(nextWait({ transient: true }, lost, 0)).toBe(250);
	});
});

it('never waits less than Retry-After, and adds a random jitter', () => {
	expect(wait({ status: 429, retryAfter: '7' })).toBe(7000);
	expect(wait({ status: 429, retryAfter: '7' }, 1, 0, 0.5)).toBe(7050);
	expect(wait({ status: 429, retryAfter: '0' })).toBe(250);
});

it.each([
	['7', 7000],
	['1.5', 1500],
	['soon', undefined],
	['', undefined],
	[undefined, undefined],
])('reads Retry-After %p as %p ms', (retryAfter, ms) => {
	expect(retryAfterMs({ status: 429, retryAfter })).toBe(ms);
});

it('compares a date in Retry-After with the Date of the same answer', () => {
	const date = 'Mon, 15 Jun 2020 12:00:00 GMT';
	const until = (retryAfter: string) => retryAfterMs({ status: 503, retryAfter, date });
	expect(until('Mon, 15 Jun 2020 12:00:30 GMT')).toBe(30_000);
	expect(until('Mon, 15 Jun 2020 11:59:00 GMT')).toBe(0);
});

it('compares a date in Retry-After with the local clock if the answer has no Date', () => {
	const retryAfter = new Date(Date.now() + 3_600_000).toUTCString();
	const ms = retryAfterMs({ status: 503, retryAfter })!;
	expect(ms).toBeGreaterThan(3_000_000);
	expect(ms).toBeLessThanOrEqual(3_600_000);
});

it.each([429, 502, 503, 504])('respects Retry-After of HTTP %i', (status) => {
	expect(retryAfterMs({ status, retryAfter: '60' })).toBe(60_000);
	expect(pausesAll({ status, retryAfter: '60' })).toBe(true);
});

it.each([200, 301, 400, 401, 404, 408, 413, 425, 500])(
	'ignores Retry-After of HTTP %i',
	(status) => {
		expect(retryAfterMs({ status, retryAfter: '60' })).toBeUndefined();
		expect(pausesAll({ status, retryAfter: '60' })).toBe(false);
	},
);

it('pauses all requests after a 429 without Retry-After, but not after such a 503', () => {
	expect(pausesAll({ status: 429 })).toBe(true);
	expect(pausesAll({ status: 503 })).toBe(false);
});
