import { declareLimits, LIMITS } from '../limits';

const OWN_LIMITS = declareLimits({
	/** Successful answers after a 429 until one more request may be in flight */
	successesToRecover: 20,
	/** Share by which a 429 lowers the rate */
	rateCut: 0.15,
	/** Time of use until the rate is back at the refused rate, doubled after each refusal near it, and the longest one */
	rateRecovery: 15_000,
	longestRateRecovery: 240_000,
	/** Share of the refused rate at which another refusal is near it */
	nearCeiling: 0.97,
	/** Time between two answers that counts as time of use, at any rate: what is longer is idle */
	minUse: 1_000,
	/** Lowest rate, in requests per second */
	minRate: 0.1,
	/** Rate above which requests are no longer spaced, in requests per second */
	maxSpacedRate: 100,
	/** Number and age of the latest requests that determine the rate at the first 429: a service may count by the minute */
	ratedStarts: 1_000,
	ratedTime: 60_000,
	/** Time without a request after which earlier ones no longer determine it */
	ratedGap: 10_000,
	/** Average excess of a Retry-After, which counts whole seconds */
	roundedUp: 500,
});

/**
 * Concurrency and rate of requests, learned from answers, since the contract has no rate limits.
 *
 * A 429 lowers the rate by 15 %. It then recovers along a cubic curve as in TCP congestion control (CUBIC, RFC 9438): fast
 * at first, slowly near the refused rate, and faster beyond it.
 */
export interface RateState {
	/** Maximum number of requests in flight */
	concurrency: number;
	/** Requests per second at the last 429; Infinity before the first one */
	ceiling: number;
	/** Milliseconds of use since the last 429 */
	used: number;
	/** Milliseconds of use until the rate is back at the refused rate */
	recovery: number;
	/** Successful answers since concurrency changed */
	successes: number;
}

/** Rate of a new process: one request at a time, since other processes may be using the service. */
export const COLD: RateState = {
	concurrency: 1,
	ceiling: Infinity,
	used: 0,
	recovery: OWN_LIMITS.rateRecovery,
	successes: 0,
};

/** The rate of a limiter, with the clock. Times are monotonic. */
export class Rate {
	private state = COLD;
	/** Latest starts of requests that were not refused */
	private starts: number[] = [];
	/** Time at which the rate was lowered last */
	private loweredAt = 0;
	private lastAnswer = 0;
	/** 429s that lowered the rate since the last success */
	private refusals = 0;
	/** Earliest start of the next request */
	nextStart = -Infinity;

	/** Maximum number of requests in flight. */
	get concurrency(): number {
		return this.state.concurrency;
	}

	/** Notes the start of a request, and returns its time. */
	start(): number {
		const now = performance.now();
		this.starts = withStart(this.starts, now);
		this.nextStart = now + spacingOf(this.state);
		return now;
	}

	/** Notes a successful answer. */
	succeeded(): void {
		const now = performance.now();
		this.state = afterSuccess(this.state, now - this.lastAnswer);
		this.lastAnswer = now;
		this.refusals = 0;
	}

	/** Number of 429s in a row with one to the request that started at a time. Those sent at once are refused at once. */
	refusalsInRow(startedAt: number): number {
		return Math.max(1, this.refusals + Number(startedAt >= this.loweredAt));
	}

	/** Notes a 429 to the request that started at a time. Requests from before the last 429 do not lower the rate again. */
	refused(startedAt: number, pause: number): void {
		this.starts = this.starts.filter((start) => start !== startedAt);
		if (startedAt < this.loweredAt) return;
		this.refusals++;
		const now = performance.now();
		this.state = afterRefusal(this.state, measuredRate(this.starts, now, pause));
		this.loweredAt = this.lastAnswer = now;
	}
}

/** Maximum number of requests per second. */
export function rateOf({ ceiling, used, recovery }: RateState): number {
	const beyond = used / recovery - 1;
	return ceiling * (1 + (beyond < 0 ? OWN_LIMITS.rateCut : 1) * beyond ** 3);
}

/** Milliseconds from the start of a request to the start of the next one. */
export function spacingOf(rate: RateState): number {
	return 1_000 / rateOf(rate);
}

/**
 * After a 429: fewer requests in flight, and a lower rate.
 *
 * @param measured recent rate in requests per second, used for the first 429
 */
export function afterRefusal(rate: RateState, measured: number): RateState {
	const first = rate.ceiling === Infinity;
	const ceiling = first ? measured / (1 - OWN_LIMITS.rateCut) : rateOf(rate);
	// The ceiling is known: the next probe above it comes later
	const isKnown = !first && ceiling > OWN_LIMITS.nearCeiling * rate.ceiling;
	const recovery = isKnown
		? Math.min(2 * rate.recovery, OWN_LIMITS.longestRateRecovery)
		: OWN_LIMITS.rateRecovery;
	return {
		concurrency: Math.max(1, rate.concurrency - 1),
		ceiling: Math.max(OWN_LIMITS.minRate, ceiling),
		used: 0,
		recovery,
		successes: 0,
	};
}

/**
 * After a successful answer: one more request in flight, at once before the first 429 and step by step later.
 *
 * @param elapsed milliseconds since the last answer; idle time does not raise the rate
 */
export function afterSuccess(rate: RateState, elapsed: number): RateState {
	const { ceiling, concurrency } = rate;
	const successes = rate.successes + 1;
	const wasRefused = ceiling !== Infinity;
	const grows = !wasRefused || successes >= OWN_LIMITS.successesToRecover;
	const longestUse = Math.max(OWN_LIMITS.minUse, 2 * spacingOf(rate));
	const next = {
		...rate,
		concurrency: grows ? Math.min(LIMITS.maxInFlight, concurrency + 1) : concurrency,
		used: rate.used + Math.min(elapsed, longestUse),
		successes: grows ? 0 : successes,
	};
	// So fast that spacing does nothing: as before the first 429
	return rateOf(next) > OWN_LIMITS.maxSpacedRate ? { ...next, ceiling: Infinity } : next;
}

/** The start times that determine the rate, oldest first, with another one. Those before a time without requests do not. */
export function withStart(starts: number[], now: number): number[] {
	const latest = starts[starts.length - 1] ?? now;
	if (now - latest > OWN_LIMITS.ratedGap) return [now];
	if (starts.length >= OWN_LIMITS.ratedStarts) starts.shift();
	starts.push(now);
	return starts;
}

/**
 * Recent requests per second that the service accepted, over a time that includes the requested pause.
 *
 * @param starts start times of requests that were not refused, oldest first
 */
export function measuredRate(starts: number[], now: number, pause: number): number {
	const late = starts.filter((start) => start > now - OWN_LIMITS.ratedTime);
	const span = now - (late[0] ?? now) + Math.max(pause - OWN_LIMITS.roundedUp, pause / 2);
	return (Math.max(1, late.length) * 1_000) / Math.max(1, span);
}
