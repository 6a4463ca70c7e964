/** Spans of time in milliseconds. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A time of an answer as Unix milliseconds; undefined where there is none. */
export function timeOf(value: unknown): number | undefined {
	const time = typeof value === 'string' ? Date.parse(value) : value;
	return typeof time === 'number' && Number.isSafeInteger(time) ? time : undefined;
}
