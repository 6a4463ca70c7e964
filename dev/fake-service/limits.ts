import { Failure } from './failure';

/** Request limits of an account. The contract has such limits without numbers; by default there are none. */
export interface Limits {
	/** Maximum number of requests in flight. */
	maxInFlight?: number;
	/** Maximum number of requests in any second. */
	perSecond?: number;
	/** Seconds in Retry-After if too many requests are in flight; default 1. */
	retryAfter?: number;
}

/** The requests of one account. */
export class Traffic {
	#inFlight = 0;
	/** Times of the accepted requests of the last second. */
	#times: number[] = [];

	/** Counts a new request and returns the number in flight, including itself. */
	begin(): number {
		return ++this.#inFlight;
	}

	end(): void {
		this.#inFlight--;
	}

	/** The 429 for the latest request, if it exceeds a limit. */
	refusal({ maxInFlight = Infinity, perSecond = Infinity, retryAfter = 1 }: Limits) {
		if (this.#inFlight > maxInFlight) {
			return tooMany(`More than ${maxInFlight} requests in flight`, retryAfter);
		}
		const now = performance.now();
		this.#times = this.#times.filter((time) => time > now - 1000);
		if (this.#times.length >= perSecond) {
			const wait = this.#times[this.#times.length - perSecond] + 1000 - now;
			return tooMany(`More than ${perSecond} requests in a second`, Math.ceil(wait / 1000));
		}
		this.#times.push(now);
		return undefined;
	}
}

function tooMany(message: string, seconds: number): Failure {
	return new Failure(429, message, { 'retry-after': String(seconds) });
}
