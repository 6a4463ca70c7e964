import { declareLimits, LIMITS } from '../limits';

const OWN_LIMITS = declareLimits({
	/** Tries of one request that are refused with 429 */
	maxRefusals: 60,
	/** Longest random delay after a Retry-After, so that processes do not all continue at once */
	maxJitter: 100,
});

/**
 * Retry policy: whether a request is sent again, and after how long. Pure functions; the clock is read only if an answer
 * has no Date header.
 */

/** A failed try of a request: with an HTTP status, or without an answer. */
export interface FailedTry {
	/** HTTP status of the answer; absent when the connection was lost or timed out */
	status?: number;
	/** The answer is the service's own: it has the `message` and `request_id` of the contract */
	isOwn?: boolean;
	/** Without an answer: true for a temporary failure (a lost connection, not a wrong host name) */
	transient?: boolean;
	/** Without an answer: true if the request was never sent */
	neverSent?: boolean;
	/** Retry-After header: seconds or an HTTP date */
	retryAfter?: string;
	/** Date header of the same answer, to which a date in Retry-After is compared */
	date?: string;
}

/** Tries of a request so far. Waiting for its turn does not count. */
export interface Effort {
	/** Tries that ended with 429 */
	refused: Spent;
	/** All other tries */
	tried: Spent;
}

interface Spent {
	tries: number;
	/** Milliseconds of these tries and of the waits after them */
	ms: number;
}

export const NO_EFFORT: Effort = { refused: { tries: 0, ms: 0 }, tried: { tries: 0, ms: 0 } };

const TRANSIENT_STATUSES = [408, 425, 429, 502, 503, 504];

/** True for a temporary failure: one of these statuses, a lost connection or a timeout. */
export function isTransient(failed: FailedTry): boolean {
	return failed.status === undefined
		? failed.transient === true
		: TRANSIENT_STATUSES.includes(failed.status);
}

/**
 * True if the service may have carried out the failed request. Only an answer of the service itself, or one of some statuses,
 * tells that it has not: a proxy can lose the answer to a request that has reached the service, or forbid it (403).
 */
export function mayHaveWorked({ status, neverSent, isOwn }: FailedTry): boolean {
	if (status === undefined) return neverSent !== true;
	if (NOT_PASSED_ON.includes(status)) return false;
	return status < 300 || status >= 500 || status === 408 || isOwn !== true;
}

/**
 * Statuses of a request that a gateway has not passed on: it does not understand it, asks for a login, finds it or its headers
 * too large, is the wrong one, or gets it too early.
 */
const NOT_PASSED_ON = [400, 401, 407, 413, 414, 421, 429, 431];

/** HTTP statuses of an overloaded service, for which Retry-After is used. */
const PAUSING_STATUSES = [429, 502, 503, 504];

/**
 * Milliseconds of a Retry-After header: seconds, or an HTTP date compared with the Date header. Undefined without a valid
 * header, or with a status for which it is not used.
 */
export function retryAfterMs({ status, retryAfter, date }: FailedTry): number | undefined {
	const text = retryAfter?.trim();
	if (!text || !PAUSING_STATUSES.includes(status ?? 0)) return undefined;
	if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
	const until = Date.parse(text);
	const now = Date.parse(date ?? '');
	return Number.isNaN(until) ? undefined : Math.max(0, until - (now || Date.now()));
}

/** True if all requests have to wait: after 429, and after an answer with Retry-After. */
export function pausesAll(failed: FailedTry): boolean {
	return failed.status === 429 || retryAfterMs(failed) !== undefined;
}

/** True for an answer with a Retry-After that is longer than any wait of the node's own. */
export function asksForLongPause(failed: FailedTry): boolean {
	return (retryAfterMs(failed) ?? 0) > LIMITS.longestBackoff;
}

/** The effort with a failed try or a wait added. */
export function withSpent(effort: Effort, failed: FailedTry, more: Spent): Effort {
	const kind = kindOf(failed);
	const { tries, ms } = effort[kind];
	return { ...effort, [kind]: { tries: tries + more.tries, ms: ms + more.ms } };
}

function kindOf({ status }: FailedTry): keyof Effort {
	return status === 429 ? 'refused' : 'tried';
}

/**
 * Milliseconds to wait before the next try; undefined if there is none. Exponential backoff with jitter in its upper half;
 * Retry-After is a minimum.
 *
 * @param effort tries of the request so far, including this one
 * @param random a number in [0, 1)
 * @param failures failures in a row, from which the backoff grows: those of the request, or after a 429 those of all
 * requests, since all of them wait
 */
export function nextWait(
	failed: FailedTry,
	effort: Effort,
	random: number,
	failures = effort[kindOf(failed)].tries,
): number | undefined {
	const kind = kindOf(failed);
	const { tries, ms } = effort[kind];
	const maxTries = { refused: OWN_LIMITS.maxRefusals, tried: LIMITS.maxTries }[kind];
	if (tries >= maxTries || !isTransient(failed)) return undefined;
	const backoff = Math.min(LIMITS.longestBackoff, LIMITS.firstBackoff * 2 ** (failures - 1));
	const jittered = Math.round(backoff / 2 + (backoff / 2) * random);
	const asked = retryAfterMs(failed);
	const least = asked === undefined ? 0 : asked + Math.round(OWN_LIMITS.maxJitter * random);
	const wait = Math.max(jittered, least);
	return ms + wait > LIMITS.maxRequestTime ? undefined : wait;
}
