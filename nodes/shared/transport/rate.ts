import { LIMITS } from '../limits';

/**
 * Concurrency and rate of the requests, as the service lets them be known: it shows no figures. Pure: no clock.
 *
 * A 429 lowers the rate by 15 %. From there it recovers along a cubic curve, as in the congestion control of
 * TCP (CUBIC, RFC 9438): fast at first, slowly where the service refused it, and faster and faster beyond that.
 */
export interface Pace {
	/** Requests in flight, at most */
	concurrency: number;
	/** Requests a second at which the service refused one; Infinity before the first refusal */
	ceiling: number;
	/** Milliseconds of use since then */
	used: number;
	/** Good answers since concurrency changed */
	successes: number;
}

/** A process that knows nothing of the service yet: other processes may be using it already. */
export const COLD: Pace = { concurrency: 1, ceiling: Infinity, used: 0, successes: 0 };

/** Requests a second, at most. */
export function rateOf({ ceiling, used }: Pace): number {
	const beyond = used / LIMITS.rateRecovery - 1;
	return ceiling * (1 + (beyond < 0 ? LIMITS.rateCut : 1) * beyond ** 3);
}

/** Milliseconds from the start of a request to the start of the next one. */
export function spacingOf(pace: Pace): number {
	return 1_000 / rateOf(pace);
}

/**
 * After a 429: fewer requests in flight, and a lower rate.
 *
 * @param measured the rate of late in requests a second, which counts for the first 429
 */
export function afterRefusal(pace: Pace, measured: number): Pace {
	const first = pace.ceiling === Infinity;
	const ceiling = first ? measured / (1 - LIMITS.rateCut) : rateOf(pace);
	return {
		concurrency: Math.max(1, pace.concurrency - 1),
		ceiling: Math.max(LIMITS.minRate, ceiling),
		used: 0,
		successes: 0,
	};
}

/**
 * After a good answer: one more request in flight, at once before the first 429 and step by step later.
 *
 * @param elapsed milliseconds since the last answer; idle time does not raise the rate
 */
export function afterSuccess(pace: Pace, elapsed: number): Pace {
	const { ceiling, concurrency } = pace;
	const successes = pace.successes + 1;
	const grows = ceiling === Infinity || successes >= LIMITS.successesToRecover;
	const next = {
		concurrency: grows ? Math.min(LIMITS.maxInFlight, concurrency + 1) : concurrency,
		ceiling,
		used: pace.used + Math.min(elapsed, Math.max(1_000, 2 * spacingOf(pace))),
		successes: grows ? 0 : successes,
	};
	return rateOf(next) > LIMITS.maxSpacedRate ? { ...next, ceiling: Infinity } : next;
}

/**
 * Requests a second that the service has taken of late, over a time that includes the pause it asks for.
 *
 * @param starts when requests that were not refused were started, oldest first
 */
export function measuredRate(starts: number[], now: number, pause: number): number {
	const late = starts.filter((start) => start > now - LIMITS.ratedTime);
	const span = now - (late[0] ?? now) + Math.max(pause - LIMITS.roundedUp, pause / 2);
	return (Math.max(1, late.length) * 1_000) / Math.max(1, span);
}
