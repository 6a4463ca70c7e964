import { Failure } from './failure';

/**
 * How much an account may ask for. The contract has such limits without showing numbers; none
 * are set unless a test sets them.
 */
export interface Limits {
	/** Requests in work at once. */
	maxInFlight?: number;
	/** Requests in any second. */
	perSecond?: number;
	/** Seconds in Retry-After when there are too many in flight; 1 when omitted. */
	retryAfter?: number;
}

/** The requests of one account. */
export class Traffic {
	#inFlight = 0;
	/** When the requests of the last second were let through. */
	#times: number[] = [];

	/** A request came; gives how many are in flight, itself included. */
	begin(): number {
		return ++this.#inFlight;
	}

	end(): void {
		this.#inFlight--;
	}

	/** The 429 for the latest request, if it is one too many. */
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
