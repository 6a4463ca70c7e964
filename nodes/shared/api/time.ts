/** Last time that a JavaScript date can express, in Unix milliseconds. The first one is its negative. */
export const LAST_TIME = 8_640_000_000_000_000;

/** True for Unix milliseconds that a JavaScript date can express. */
export function isTime(value: unknown): value is number {
	return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= LAST_TIME;
}

/** A time of an answer (Unix milliseconds or RFC 3339) in Unix milliseconds; undefined if it is not a valid time. */
export function timeOf(value: unknown): number | undefined {
	const time = typeof value === 'string' ? Date.parse(value) : value;
	return isTime(time) ? time : undefined;
}
