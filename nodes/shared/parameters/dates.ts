import { tryToParseDateTime } from 'n8n-workflow';

import { isObject } from '../api/answer';
import { isTime } from '../api/time';
import { DAY } from '../durations';
import { type DateOrder, dateText } from './dateTexts';

/** ISO 8601, with a space allowed between date and time and before the offset. */
const ISO =
	/^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:\s?(?:Z|[+-]\d{2}(?::?\d{2})?))?)?$/i;

/** Smallest size of a number that is read as Unix milliseconds: March 1973, and as a negative number November 1966. */
const FIRST_MILLIS = 100_000_000_000;

/** Largest number that is read as Unix milliseconds: the end of the year 9999. */
const LAST_MILLIS = 253_402_300_799_999;

/** Smallest number that is reported as Unix seconds: September 2001. */
const FIRST_SECONDS = 1_000_000_000;

/** Smallest number that is reported as Unix microseconds: September 2001. */
const FIRST_MICROS = 1_000_000_000_000_000;

/** Numbers that are read as day numbers of spreadsheets: the years 1954 to 2119. */
const SPREADSHEET_DAYS = { first: 20_000, last: 80_000 };

/** Day 0 of spreadsheets. */
const SPREADSHEET_START = Date.UTC(1899, 11, 30);

/**
 * Unix milliseconds of the value of an n8n date field or expression: ISO 8601 text, other text that can mean only one
 * time (`dateText`), a Luxon DateTime, a Date, Unix milliseconds or the day number of a spreadsheet, as number or text. A
 * text without a time zone and a day number are in `zone`, and a date alone means its midnight. `order` decides a text that
 * can mean two days. Undefined for any other value.
 */
export function toMillis(value: unknown, zone: string, order?: DateOrder): number | undefined {
	if (value instanceof Date) return whole(value.getTime());
	if (isDateTime(value)) return whole(value.toMillis());
	const number = numberIn(value);
	if (number !== undefined) return millisOfNumber(number, zone);
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	if (ISO.test(text)) return millisOfText(text, zone);
	const read = dateText(text, order);
	return read && 'iso' in read ? millisOfText(read.iso, zone) : undefined;
}

function millisOfNumber(number: number, zone: string): number | undefined {
	if (number >= SPREADSHEET_DAYS.first && number <= SPREADSHEET_DAYS.last)
		return millisOfText(spreadsheetText(number), zone);
	const size = Math.abs(number);
	return size >= FIRST_MILLIS && size <= LAST_MILLIS ? whole(number) : undefined;
}

/** ISO text of the day number of a spreadsheet: days since 1899-12-30, with the time of day as fraction, to the second. */
function spreadsheetText(days: number): string {
	const [day, time] = new Date(SPREADSHEET_START + Math.round((days * DAY) / 1000) * 1000)
		.toISOString()
		.split('T');
	return time === '00:00:00.000Z' ? day : `${day}T${time.replace('Z', '')}`;
}

function millisOfText(text: string, zone: string): number | undefined {
	const iso = ISO.exec(text);
	if (!iso || Number(iso[3]) > daysInMonth(Number(iso[1]), Number(iso[2]))) return undefined;
	try {
		// n8n's parser wants a T between date and time, and no spaces
		const strict = text.replace(/^([\d-]+)\s+/, '$1T').replace(/\s/g, '');
		const time = tryToParseDateTime(strict, zone);
		if (strict.length > '2026-01-31'.length) return whole(time.toMillis());
		// A day on which clocks are set back to midnight has two midnights and starts at the first
		const before = time.minus({ hours: 1 });
		return whole((before.toISODate() === strict ? before : time).toMillis());
	} catch {
		return undefined;
	}
}

/** The value as a number, if it is a number or a text of digits. */
export function numberIn(value: unknown): number | undefined {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value)
		? Number(value)
		: undefined;
}

/**
 * Hint for a number that is no date: its likely unit and the form that dates have, as the rest of a sentence that starts
 * with the field's name. The form stands in general words, since a value of one item would be pasted for all of them.
 * Undefined if the unit is unknown.
 */
export function otherNumber(value: number): string | undefined {
	if (Number.isInteger(value) && ISO_DAY_DIGITS.test(String(value))) {
		return `looks like a date without hyphens: ${value}. Write dates as YYYY-MM-DD`;
	}
	if (value >= FIRST_SECONDS && value < FIRST_MILLIS) {
		return `looks like Unix seconds: ${value}. Multiply by 1000 to get milliseconds`;
	}
	if (value >= FIRST_MICROS && value < 5 * FIRST_MICROS) {
		return `looks like Unix microseconds: ${value}. Divide by 1000 to get milliseconds`;
	}
	return undefined;
}

/** A date of eight digits, such as 20260615. */
const ISO_DAY_DIGITS = /^(?:19|20|21)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;

/**
 * The day (YYYY-MM-DD) of the value of an n8n date field or expression. A time becomes its day in `zone`. Undefined for
 * other values and for days outside of the years 0 to 9999.
 */
export function toDay(value: unknown, zone: string): string | undefined {
	const millis = toMillis(value, zone);
	if (millis === undefined) return undefined;
	if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value.trim())) return value.trim();
	const day = tryToParseDateTime(new Date(millis).toISOString()).setZone(zone).toISODate();
	return day !== null && /^\d{4}-/.test(day) ? day : undefined;
}

/** Start of a day in `zone` in Unix milliseconds: the day of `now`, or `daysFromNow` days later. */
export function midnight(daysFromNow: number, zone: string, now: number): number {
	const [year, month, day] = toDay(now, zone)!.split('-').map(Number);
	const date = new Date(Date.UTC(year, month - 1, day + daysFromNow)).toISOString().slice(0, 10);
	return toMillis(date, zone)!;
}

/** ISO 8601 text of a Luxon DateTime (such as `$now`) or a Date; undefined for other values. */
export function isoText(value: unknown): string | undefined {
	if (!(value instanceof Date) && !isDateTime(value)) return undefined;
	const iso: unknown = 'toJSON' in value && typeof value.toJSON === 'function' && value.toJSON();
	return typeof iso === 'string' ? iso : undefined;
}

/** True for an IANA time zone, such as Europe/Berlin; false for an offset. */
export function isTimeZone(text: string): boolean {
	try {
		new Intl.DateTimeFormat('en', { timeZone: text });
		return /^[A-Za-z]/.test(text);
	} catch {
		return false;
	}
}

function whole(millis: number): number | undefined {
	return isTime(millis) ? millis : undefined;
}

function isDateTime(value: unknown): value is { toMillis(): number } {
	return isObject(value) && typeof value.toMillis === 'function';
}

function daysInMonth(year: number, month: number): number {
	return new Date(Date.UTC(year, month, 0)).getUTCDate();
}
