import { tryToParseDateTime } from 'n8n-workflow';

/** ISO 8601 as people and n8n write it, with a blank allowed between date and time. */
const ISO =
	/^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:\s?(?:Z|[+-]\d{2}(?::?\d{2})?))?)?$/i;

/** Milliseconds before and seconds after this number cannot be told apart by size: 1973 or 5138. */
const SECONDS_BELOW = 100_000_000_000;
const SECONDS_FROM = 1_000_000_000;

/**
 * Unix milliseconds of what an n8n date field or an expression yields: ISO 8601 text (without a zone
 * it is read in `zone`, the workflow's), a Luxon DateTime, a Date, or Unix milliseconds as number or
 * text. Undefined when it is no date.
 */
export function toMillis(value: unknown, zone: string): number | undefined {
	if (value instanceof Date) return whole(value.getTime());
	if (isDateTime(value)) return whole(value.toMillis());
	if (typeof value === 'number') return whole(value);
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	if (/^\d{11,}$/.test(text)) return whole(Number(text));
	const iso = ISO.exec(text);
	if (!iso || Number(iso[3]) > daysInMonth(Number(iso[1]), Number(iso[2]))) return undefined;
	try {
		return whole(tryToParseDateTime(text.replace(' ', 'T').replace(/\s/g, ''), zone).toMillis());
	} catch {
		return undefined;
	}
}

/**
 * The day (YYYY-MM-DD) of what an n8n date field or an expression yields, a time as its day in `zone`;
 * none after the year 9999, which has no such form.
 */
export function toDay(value: unknown, zone: string): string | undefined {
	const millis = toMillis(value, zone);
	if (millis === undefined) return undefined;
	if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value.trim())) return value.trim();
	const parts = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
	const day = parts.format(millis);
	return /^\d{4}-/.test(day) ? day : undefined;
}

/** Whether a text is an IANA time zone, such as Europe/Berlin; an offset is none. */
export function isTimeZone(text: string): boolean {
	try {
		new Intl.DateTimeFormat('en', { timeZone: text });
		return /^[A-Za-z]/.test(text);
	} catch {
		return false;
	}
}

/** Whether a number is more likely seconds than milliseconds (as milliseconds: January 1970 to 1973). */
export function looksLikeSeconds(millis: number): boolean {
	return millis >= SECONDS_FROM && millis < SECONDS_BELOW;
}

/** The last moment that JavaScript, and with it n8n, knows as a date. */
const LAST = 8_640_000_000_000_000;

function whole(millis: number): number | undefined {
	return Number.isInteger(millis) && millis >= 0 && millis <= LAST ? millis : undefined;
}

function isDateTime(value: unknown): value is { toMillis(): number } {
	return typeof (value as { toMillis?: unknown } | null)?.toMillis === 'function';
}

function daysInMonth(year: number, month: number): number {
	return new Date(Date.UTC(year, month, 0)).getUTCDate();
}
