import { tryToParseDateTime } from 'n8n-workflow';

import { isTime } from '../api/time';
import { DAY } from '../durations';
import { truncate } from '../errors/format';
import { type DateOrder, dateText, plainText } from './dateTexts';
import { numberIn } from './numbers';
import { isObject } from '../objects';

/** Numbers that are read as Unix milliseconds: the years 1990 to 2100. The end is not included. */
export const UNIX_MILLIS = { first: Date.UTC(1990, 0), end: Date.UTC(2101, 0) };

/** Numbers that are read as day numbers of spreadsheets (n8n-io/n8n#34409): the years 1954 to 2119. */
const SPREADSHEET_DAYS = { first: 20_000, last: 80_000 };

/** Day 0 of spreadsheets. */
const SPREADSHEET_START = Date.UTC(1899, 11, 30);

/**
 * Unix milliseconds of the value of an n8n date field or expression: a text that can mean only one time (`dateText`), a Luxon
 * DateTime, a Date, Unix milliseconds or the day number of a spreadsheet, as number or text. A text without a time zone and a
 * day number are in `zone`, and a date alone means its midnight. `order` decides a text that can mean two days. Undefined for
 * any other value (`noDate` says why).
 */
export function toMillis(value: unknown, zone: string, order?: DateOrder): number | undefined {
	if (value instanceof Date) return whole(value.getTime());
	if (isDateTime(value)) return value.invalid ? undefined : whole(value.ts);
	const number = numberIn(typeof value === 'string' ? plainText(value) : value);
	if (number !== undefined) return millisOfNumber(number, zone);
	const read = typeof value === 'string' ? dateText(value, order) : undefined;
	if (!read || !('iso' in read)) return undefined;
	const { iso, zone: named = zone } = read;
	return named === zone || isTimeZone(named) ? millisOfText(iso, named) : undefined;
}

function millisOfNumber(number: number, zone: string): number | undefined {
	if (number >= SPREADSHEET_DAYS.first && number <= SPREADSHEET_DAYS.last)
		return millisOfText(spreadsheetText(number), zone);
	return number >= UNIX_MILLIS.first && number < UNIX_MILLIS.end ? whole(number) : undefined;
}

/** ISO text of the day number of a spreadsheet: days since 1899-12-30, with the time of day as fraction, to the second. */
function spreadsheetText(days: number): string {
	const [day, time] = new Date(SPREADSHEET_START + Math.round((days * DAY) / 1000) * 1000)
		.toISOString()
		.split('T');
	return time === '00:00:00.000Z' ? day : `${day}T${time.replace('Z', '')}`;
}

function millisOfText(iso: string, zone: string): number | undefined {
	try {
		const time = tryToParseDateTime(iso, zone);
		if (/T[^TZ+-]*[Z+-]/.test(iso)) return whole(time.toMillis());
		// A time that clocks show twice, as they are set back, is the first one. Luxon takes either, by the season of now
		// (guessOffsetForZone of Luxon 3.7)
		const { offset } = time.minus({ days: 1 });
		const first = time.plus({ minutes: time.offset - offset });
		return whole((first.offset === offset ? first : time).toMillis());
	} catch {
		return undefined;
	}
}

/**
 * The day (YYYY-MM-DD) of the value of an n8n date field or expression. A time becomes its day in `zone`. Undefined for
 * other values and for days outside of the years 0 to 9999.
 */
export function toDay(value: unknown, zone: string): string | undefined {
	const millis = toMillis(value, zone);
	if (millis === undefined) return undefined;
	const day = tryToParseDateTime(new Date(millis).toISOString()).setZone(zone).toISODate();
	return day !== null && /^\d{4}-/.test(day) ? day : undefined;
}

/** Start of a day in `zone` in Unix milliseconds: the day of `now`, or `daysFromNow` days later. */
export function midnight(daysFromNow: number, zone: string, now: number): number {
	const [year, month, day] = toDay(new Date(now), zone)!.split('-').map(Number);
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

/** Whole milliseconds: Unix seconds with a fraction become milliseconds with one, in Luxon too. */
function whole(millis: number): number | undefined {
	const rounded = Math.round(millis);
	return isTime(rounded) ? rounded : undefined;
}

/** True for a Luxon DateTime and for a copy of one. The `ts` of an invalid one is the time at which it was made. */
function isDateTime(value: unknown): value is { ts: number; invalid?: unknown } {
	return isObject(value) && value.isLuxonDateTime === true && typeof value.ts === 'number';
}

/**
 * What a Date or an object of Luxon is that stands for no time, with the reason that Luxon gives, which mostly contains the
 * value; undefined for other values. It is the rest of a sentence.
 */
export function invalidTime(value: unknown): string | undefined {
	if (value instanceof Date)
		return Number.isNaN(value.getTime()) ? 'is an invalid Date' : undefined;
	if (!isObject(value) || !isObject(value.invalid)) return undefined;
	// Flags that Luxon's objects carry, in copies too
	const kind = LUXON.find((name) => value[`isLuxon${name}`] === true);
	const { reason, explanation } = value.invalid;
	return kind && `is an invalid ${kind}: ${truncate(String(explanation ?? reason), 200)}`;
}

const LUXON = ['DateTime', 'Duration', 'Interval'];
