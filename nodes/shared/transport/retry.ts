import { LIMITS } from '../limits';

/**
 * When a request is sent again, and how long to wait before. Pure: no clock, no randomness of its own.
 */

/** How one try of a request failed: by an HTTP status, or without any answer. */
export interface FailedTry {
	/** HTTP status of the answer; absent when the connection was lost or timed out */
	status?: number;
	/** Whether a try without an answer may do better next time (a lost connection, not a wrong host name) */
	transient?: boolean;
	/** Without an answer: whether the request never left */
	neverSent?: boolean;
	/** The Retry-After header as it came: seconds or an HTTP date */
	retryAfter?: string;
}

const TRANSIENT_STATUSES = [408, 425, 429, 502, 503, 504];

/** Whether the failure is of the kind that goes away: one of these statuses, a lost connection, a timeout. */
export function isTransient(failed: FailedTry): boolean {
	return failed.status === undefined
		? failed.transient === true
		: TRANSIENT_STATUSES.includes(failed.status);
}

/**
 * Whether the service may have carried out the request although it gave no good answer. A 408 of a
 * proxy does not tell whether the request had reached the service.
 */
export function mayHaveWorked({ status, neverSent }: FailedTry): boolean {
	return status === undefined
		? neverSent !== true
		: status >= 500 || status === 200 || status === 408;
}

/**
 * Milliseconds that a Retry-After header asks for: seconds or an HTTP date.
 * Undefined when there is none or it cannot be read.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
	const text = header?.trim();
	if (!text) return undefined;
	if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
	const date = Date.parse(text);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/**
 * Milliseconds to wait before the next try, or undefined when this was the last.
 * Exponential backoff with jitter in its upper half; Retry-After is a minimum.
 *
 * @param tried how many tries were made, 1 after the first
 * @param waited milliseconds waited for this request so far
 * @param random a number in [0, 1)
 */
export function nextWait(
	failed: FailedTry,
	tried: number,
	waited: number,
	now: number,
	random: number,
): number | undefined {
	if (!isTransient(failed) || tried >= LIMITS.maxTries) return undefined;
	const backoff = Math.min(LIMITS.longestBackoff, LIMITS.firstBackoff * 2 ** (tried - 1));
	const jittered = Math.round(backoff / 2 + (backoff / 2) * random);
	const wait = Math.max(jittered, retryAfterMs(failed.retryAfter, now) ?? 0);
	return waited + wait > LIMITS.maxTotalWait ? undefined : wait;
}
