import { Failure } from './failure';

/** Request limits of an account. The contract has such limits without numbers; by default there are none. */
export interface Limits {
	/** Maximum number of requests in flight. */
	maxInFlight?: number;
	/** Maximum number of requests in a second, as `per` counts them. */
	perSecond?: number;
	/**
	 * How requests are counted: those of the last second (default), of each second or minute of the clock, or each a
	 * fixed time after the last one.
	 */
	per?: 'sliding second' | 'fixed second' | 'fixed minute' | 'strict bucket';
	/** Seconds in Retry-After if too many requests are in flight; default 1. */
	retryAfter?: number;
}

/** The requests of one account. */
export class Traffic {
	#inFlight = 0;
	/** Times of the accepted requests that count. */
	#times: number[] = [];

	/** Counts a new request and returns the number in flight, including itself. */
	begin(): number {
		return ++this.#inFlight;
	}

	end(): void {
		this.#inFlight--;
	}

	/** The 429 for the latest request, if it exceeds a limit. */
	refusal({ maxInFlight = Infinity, perSecond = Infinity, per, retryAfter = 1 }: Limits) {
		if (this.#inFlight > maxInFlight) {
			return tooMany(`More than ${maxInFlight} requests in flight`, retryAfter);
		}
		const now = performance.now();
		const { most, from, until } = windowOf(now, perSecond, per);
		this.#times = this.#times.filter((time) => time > from);
		if (this.#times.length >= most) {
			const end = until ?? this.#times[this.#times.length - most] + (now - from);
			return tooMany(`More than ${perSecond} requests in a second`, Math.ceil((end - now) / 1000));
		}
		this.#times.push(now);
		return undefined;
	}
}

/** The most requests since a time, and the end of the window if it has one. */
function windowOf(
	now: number,
	perSecond: number,
	per: Limits['per'],
): { most: number; from: number; until?: number } {
	const fixed = (length: number) => {
		const from = Math.floor(now / length) * length;
		return { most: (perSecond * length) / 1000, from, until: from + length };
	};
	if (per === 'fixed second') return fixed(1000);
	if (per === 'fixed minute') return fixed(60_000);
	if (per === 'strict bucket') return { most: 1, from: now - 1000 / perSecond };
	return { most: perSecond, from: now - 1000 };
}

function tooMany(message: string, seconds: number): Failure {
	return new Failure(429, message, { 'retry-after': String(seconds) });
}
