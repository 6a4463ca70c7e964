/** Spans of time in milliseconds. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The last moment that JavaScript, and with it n8n, knows as a date; the first one is as far before 1970. */
export const LAST_TIME = 8_640_000_000_000_000;

/** True for Unix milliseconds that are a date. */
export function isTime(value: unknown): value is number {
	return Number.isInteger(value) && Math.abs(value as number) <= LAST_TIME;
}

/** A time of an answer as Unix milliseconds; undefined where there is none that is a date. */
export function timeOf(value: unknown): number | undefined {
	const time = typeof value === 'string' ? Date.parse(value) : value;
	return isTime(time) ? time : undefined;
}
