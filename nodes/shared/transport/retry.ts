import { LIMITS } from '../limits';

/**
 * When a request is sent again, and how long to wait before. Pure: no randomness of its own, and no clock
 * but where an answer tells none.
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
	/** The Date header of the same answer: the clock by which a date in Retry-After is meant */
	date?: string;
}

/** Effort for a request so far; waiting for its turn does not count. */
export interface Effort {
	/** Tries that ended with 429: the request is fine, there are only too many of them */
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

/** Statuses of answers in which Retry-After counts; anything else did not come from an overloaded service. */
const PAUSING_STATUSES = [429, 502, 503, 504];

/**
 * Milliseconds that a Retry-After header asks for: seconds, or an HTTP date by the answer's own clock.
 * Undefined when there is none, when it cannot be read, or when the answer has no business with it.
 */
export function retryAfterMs({ status, retryAfter, date }: FailedTry): number | undefined {
	const text = retryAfter?.trim();
	if (!text || !PAUSING_STATUSES.includes(status ?? 0)) return undefined;
	if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
	const until = Date.parse(text);
	const now = Date.parse(date ?? '');
	return Number.isNaN(until) ? undefined : Math.max(0, until - (now || Date.now()));
}

/** True when all requests wait: after 429, and whenever the service says how long. */
export function pausesAll(failed: FailedTry): boolean {
	return failed.status === 429 || retryAfterMs(failed) !== undefined;
}

/** The effort with a try that failed, or with the wait after it. */
export function withSpent(effort: Effort, failed: FailedTry, more: Spent): Effort {
	const kind = kindOf(failed);
	const { tries, ms } = effort[kind];
	return { ...effort, [kind]: { tries: tries + more.tries, ms: ms + more.ms } };
}

function kindOf({ status }: FailedTry): keyof Effort {
	return status === 429 ? 'refused' : 'tried';
}

/**
 * Milliseconds to wait before the next try, or undefined when this was the last.
 * Exponential backoff with jitter in its upper half; Retry-After is a minimum.
 *
 * @param effort what was done, this try included
 * @param random a number in [0, 1)
 */
export function nextWait(failed: FailedTry, effort: Effort, random: number): number | undefined {
	const kind = kindOf(failed);
	const { tries, ms } = effort[kind];
	const maxTries = { refused: LIMITS.maxRefusals, tried: LIMITS.maxTries }[kind];
	if (tries >= maxTries || !isTransient(failed)) return undefined;
	const backoff = Math.min(LIMITS.longestBackoff, LIMITS.firstBackoff * 2 ** (tries - 1));
	const jittered = Math.round(backoff / 2 + (backoff / 2) * random);
	const asked = retryAfterMs(failed);
	const least = asked === undefined ? 0 : asked + Math.round(LIMITS.maxJitter * random);
	const wait = Math.max(jittered, least);
	return ms + wait > LIMITS.maxRequestTime ? undefined : wait;
}
