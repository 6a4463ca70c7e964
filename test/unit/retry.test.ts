import { LIMITS } from '../../nodes/shared/limits';
import {
	isTransient,
	mayHaveWorked,
	nextWait,
	retryAfterMs,
} from '../../nodes/shared/transport/retry';

const NOW = Date.parse('2026-06-15T12:00:00Z');
const wait = (failed: Parameters<typeof nextWait>[0], tried = 1, waited = 0, random = 0) =>
	nextWait(failed, tried, waited, NOW, random);

it.each([429, 502, 503, 504])('tries again after HTTP %i', (status) => {
	expect(isTransient({ status })).toBe(true);
	expect(wait({ status })).toBeGreaterThan(0);
});

it.each([400, 401, 403, 404, 409, 413, 422, 500, 501, 200, 302])(
	'never tries again after HTTP %i',
	(status) => {
		expect(isTransient({ status })).toBe(false);
		expect(wait({ status })).toBeUndefined();
	},
);

it('tries again after a lost connection, but not after one that can never be made', () => {
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
	[{ status: 400 }, false],
	[{ status: 401 }, false],
	[{ status: 429 }, false],
	[{ status: 302 }, false],
])('of a try that failed with %j it may have worked: %s', (failed, maybe) => {
	expect(mayHaveWorked(failed)).toBe(maybe);
});

it('doubles its waits up to the cap', () => {
	const longest = [1, 2, 3, 4].map((tried) => wait({ status: 503 }, tried, 0, 0.9999999));
	expect(longest).toEqual([500, 1000, 2000, 4000]);
	expect(LIMITS.longestBackoff).toBeGreaterThanOrEqual(4000);
});

it('spreads its waits over the upper half of the backoff', () => {
	expect(wait({ status: 503 }, 1, 0, 0)).toBe(250);
	expect(wait({ status: 503 }, 1, 0, 0.5)).toBe(375);
});

it('gives up after the last try, and when waiting would take too long altogether', () => {
	expect(wait({ status: 503 }, LIMITS.maxTries - 1)).toBeDefined();
	expect(wait({ status: 503 }, LIMITS.maxTries)).toBeUndefined();
	expect(wait({ status: 429, retryAfter: '60' }, 1, LIMITS.maxTotalWait - 60_000)).toBe(60_000);
	expect(wait({ status: 429, retryAfter: '60' }, 1, LIMITS.maxTotalWait - 59_999)).toBeUndefined();
});

it('never waits less than Retry-After asks for', () => {
	expect(wait({ status: 429, retryAfter: '7' })).toBe(7000);
	expect(wait({ status: 429, retryAfter: 'Mon, 15 Jun 2026 12:00:30 GMT' })).toBe(30_000);
	expect(wait({ status: 429, retryAfter: '0' })).toBe(250);
});

it.each([
	['1.5', 1500],
	['Mon, 15 Jun 2026 11:59:00 GMT', 0],
	['soon', undefined],
	['', undefined],
	[undefined, undefined],
])('reads Retry-After %p as %p ms', (header, ms) => {
	expect(retryAfterMs(header, NOW)).toBe(ms);
});
