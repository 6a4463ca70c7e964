import { isObject } from '../api/answer';
import { formatValue } from '../errors/format';
import { dateText, inWords } from './dateTexts';
import { SPREADSHEET_DAYS, UNIX_MILLIS, isTimeZone, toMillis } from './dates';
import { numberIn } from './numbers';

/** Explanation of a value that is no date. */
export interface Look {
	/** The rest of a sentence that starts with the field's name */
	words: string;
	/** Sentence about the values that the field takes; it comes first */
	note?: string;
	/** Sentence on writing a single value; by default, the usual form */
	form?: string;
	/** Expressions that make a date of each such value of a column, with COLUMN for the value */
	ways?: string[];
	/** Said before the ways; without it that they are for all items */
	lead?: string;
	/** True if the ways yield a time of day in the time zone of the workflow, whose day is meant */
	isLocal?: true;
}

/** Stands for a value in the expressions of messages. A value of one item would be pasted for all of them. */
export const COLUMN = '$json.date';

/**
 * What a value looks like that `toMillis` does not take, and how it becomes a date: each expression works in n8n as it is
 * written, if `COLUMN` is the column of the value.
 */
export function lookOf(value: unknown): Look {
	const shown = formatValue(value);
	const look =
		lookOfNumber(value, shown) ??
		(typeof value === 'string' ? lookOfText(value, shown) : lookOfObject(value, shown));
	return look ?? { words: `is not a date: ${shown}`, ways: OTHER_FORMAT };
}

const OTHER_FORMAT = [`DateTime.fromFormat(${COLUMN}, 'd LLLL yyyy H:mm')`];

const [YEAR, MONTH, DAY] = ['(?:19|20|21)\\d\\d', '(?:0[1-9]|1[0-2])', '(?:0[1-9]|[12]\\d|3[01])'];
/** The hour, the minute, the second, and thousandths or millionths of it. */
const CLOCK = '(?:[01]\\d|2[0-3])(?:[0-5]\\d(?:[0-5]\\d(?:\\d{3}){0,2})?)?';

/** Calendar times in digits alone, such as 20260131 or 20260131093000, by Luxon's format of their day. */
const CALENDAR = [
	{ day: 'yyyyMMdd', look: new RegExp(`^${YEAR}${MONTH}${DAY}(?:${CLOCK})?$`) },
	{ day: 'ddMMyyyy', look: new RegExp(`^${DAY}${MONTH}${YEAR}(?:${CLOCK})?$`) },
	{ day: 'MMddyyyy', look: new RegExp(`^${MONTH}${DAY}${YEAR}(?:${CLOCK})?$`) },
];

/** Units of times other than milliseconds. Ticks of .NET have the size of nanoseconds of 1990, so these begin later. */
const UNITS = [
	{ words: 'Unix seconds', millis: 1000, sum: '* 1000', first: UNIX_MILLIS.first },
	{ words: 'Unix microseconds', millis: 1e-3, sum: '/ 1000', first: UNIX_MILLIS.first },
	{ words: 'Unix nanoseconds', millis: 1e-6, sum: '/ 1000000', first: Date.UTC(2000, 0) },
];

/** Numbers that are reported as Unix milliseconds of other years: 1800 to 1966, 1973 to 1989, and 2101 to 2286. */
const OTHER_MILLIS = { size: 1e11, first: Date.UTC(1800, 0), end: 1e13 };

function lookOfNumber(value: unknown, shown: string): Look | undefined {
	const number = numberIn(value);
	if (number === undefined) return undefined;
	const calendar = byDigits(value);
	if (calendar.length > 0)
		return {
			words: `looks like a calendar time in digits alone: ${shown}`,
			ways: calendar,
			isLocal: true,
		};
	const unit = UNITS.find(
		({ millis, first }) => number * millis >= first && number * millis < UNIX_MILLIS.end,
	);
	if (unit) return { words: `looks like ${unit.words}: ${shown}`, ways: [`${COLUMN} ${unit.sum}`] };
	const { size, first, end } = OTHER_MILLIS;
	if (Math.abs(number) >= size && number >= first && number < end)
		return {
			words: `looks like Unix milliseconds outside of the years 1990 to 2100: ${shown}`,
			ways: [`DateTime.fromMillis(Number(${COLUMN}))`],
		};
	const days = `${SPREADSHEET_DAYS.first} to ${SPREADSHEET_DAYS.last}`;
	return {
		words: `is not a date: ${shown}`,
		note: `A number means Unix milliseconds of the years 1990 to 2100, or the day number of a spreadsheet (${days}). `,
	};
}

/** Expressions for the digits of a calendar time. A fraction that tables add to a day is cut off. */
function byDigits(value: unknown): string[] {
	const [digits, fraction] = String(value).trim().split('.');
	const fitting = CALENDAR.filter(({ look }) => look.test(digits)).map(({ day }) => day);
	// A year that is first is the usual form
	const days = fitting.includes('yyyyMMdd') ? ['yyyyMMdd'] : fitting;
	const { length } = digits;
	const clock = 'HHmmss'.slice(0, Math.max(0, length - 'yyyyMMdd'.length));
	const parts = length > 'yyyyMMddHHmmss'.length ? 'u' : '';
	const isExact = fraction && length === 'yyyyMMddHHmmss'.length;
	const cut = fraction !== undefined && !isExact ? `.slice(0, ${length})` : '';
	const text = `String(${COLUMN})${trimOf(value)}${cut}`;
	return days.map(
		(day) => `DateTime.fromFormat(${text}, '${day}${clock}${isExact ? '.u' : parts}')`,
	);
}

/** Removes blanks around a text, which Luxon would refuse. */
function trimOf(value: unknown): string {
	return typeof value === 'string' && value !== value.trim() ? '.trim()' : '';
}

const ISO_DURATION = /^[+-]?P(?=\d|T\d)(?:\d+[YMWD])*(?:T(?:\d+(?:[.,]\d+)?[HMS])+)?$/i;

const UNIT = '(?:s|sec|min|m|h|hr|d|w|second|minute|hour|day|week|month|year)s?';
const SOME = '(?:an?|\\d+|one|two|three)';
const DAY_NAME = '(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?';

/** Times by what they are counted from, with an expression like each. The first that fits is taken. */
const RELATIVE: Array<[RegExp, string]> = [
	[
		new RegExp(
			`^(?:in\\s+${SOME}|${SOME}|\\+\\s?\\d+)\\s*${UNIT}(?:\\s+(?:from now|later))?$`,
			'i',
		),
		"$now.plus(2, 'hours')",
	],
	[
		new RegExp(
			`^(?:${SOME}\\s*${UNIT}\\s+ago|-\\s?\\d+\\s*${UNIT}|(?:the )?(?:last|past)\\s+${SOME}\\s*${UNIT})$`,
			'i',
		),
		"$now.minus(2, 'hours')",
	],
	[new RegExp(`^last\\s+${DAY_NAME}\\b`, 'i'), "$today.minus(1, 'week').set({ weekday: 1 })"],
	[
		new RegExp(`^(?:(?:on|next|this|coming)\\s+)*${DAY_NAME}\\b`, 'i'),
		"$today.plus(1, 'week').set({ weekday: 1 })",
	],
	[/^(?:yesterday|last)\b/i, "$today.minus(1, 'day').set({ hour: 9 })"],
	[
		/^(?:now|today|tonight|tomorrow|next|this|end of|noon|midnight|\d{1,2}:\d\d|\d{1,2}\s?[ap]\.?m\b)/i,
		"$today.plus(1, 'day').set({ hour: 9 })",
	],
];

function lookOfText(value: string, shown: string): Look | undefined {
	const text = value.trim();
	const column = COLUMN + trimOf(value);
	const read = dateText(text);
	if (read && 'readings' in read)
		return {
			words: `can mean ${inWords(read.readings)}: ${shown}`,
			form: `Write ${read.readings.join(' or ')}`,
			ways: byFormats(column, read.formats),
			isLocal: true,
		};
	if (read && 'shortYear' in read)
		return {
			words: `has a year of two digits: ${shown}`,
			form: 'Write it with four',
			ways: byFormats(column, read.formats),
			isLocal: true,
		};
	if (ISO_DURATION.test(text))
		return {
			words: `is a duration: ${shown}`,
			ways: [`$now.plus(Duration.fromISO(${column}))`],
		};
	if (text.includes('/') && text.split('/').some((part) => toMillis(part, 'UTC') !== undefined))
		return { words: `is a span of time: ${shown}`, ways: [`Interval.fromISO(${column}).start`] };
	if (isNoDay(text)) return { words: `is a day that is not in the calendar: ${shown}` };
	const relative = RELATIVE.find(([form]) => form.test(text));
	if (!relative) return undefined;
	return {
		words: `is a relative time: ${shown}`,
		lead: 'Or enter an expression, such as',
		ways: [relative[1]],
		isLocal: true,
	};
}

/** True for the usual form with a month or day that there is not, such as 2026-13-45. */
function isNoDay(text: string): boolean {
	const [, year, month, day] = /^(\d{4})-(\d\d?)-(\d\d?)(?!\d)/.exec(text)?.map(Number) ?? [];
	const date = new Date(Date.UTC(year, month - 1, day));
	return year !== undefined && (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day);
}

function byFormats(column: string, formats: string[]): string[] {
	return formats.map((format) => `DateTime.fromFormat(${column}, ${quoted(format)})`);
}

/** A text in quotation marks that it does not have. */
function quoted(text: string): string {
	return text.includes("'") ? `"${text}"` : `'${text}'`;
}

function lookOfObject(value: unknown, shown: string): Look | undefined {
	if (typeof value !== 'object' || value === null) return undefined;
	if (isObject(value)) {
		// Flags that Luxon's objects carry, in copies too
		if (value.isLuxonDuration === true)
			return {
				words: `is a duration: ${shown}`,
				lead: 'Add it to a time, or subtract it, as in',
				ways: ['$now.plus({ hours: 24 })', '$now.minus({ hours: 24 })'],
			};
		if (value.isLuxonInterval === true)
			return {
				words: `is a span of time: ${shown}`,
				lead: 'Take one end of it, as in',
				ways: [`${COLUMN}.start`, `${COLUMN}.end`],
			};
	}
	const inside = datesIn(value, COLUMN);
	if (inside.length === 0) return undefined;
	const keys = inside.map(({ key }) => `'${key}'`).join(', ');
	return {
		words: `is ${Array.isArray(value) ? 'a list' : 'an object'} with a date in ${keys}: ${shown}`,
		lead: 'Take the part inside, as in',
		ways: inside.map(({ way }) => way),
	};
}

/** Bounds of the search for dates inside an object: steps, entries of each, and dates that are named. */
const INSIDE = { depth: 3, entries: 50, dates: 3 };

/** The dates inside an object or a list, with their keys and the expressions that take them. */
function datesIn(value: object, path: string, depth = 1): Array<{ key: string; way: string }> {
	const zone = zoneKeyOf(value);
	const found = Object.entries(value)
		.slice(0, INSIDE.entries)
		.flatMap(([key, inner]: [string, unknown]) => {
			const step = stepTo(key, value);
			const at = path + step;
			if (isDateInside(inner)) {
				const isElsewhere = zone && typeof inner === 'string' && WITHOUT_ZONE.test(inner.trim());
				const way = isElsewhere
					? `DateTime.fromISO(${at}, { zone: ${path}${stepTo(zone, value)} })`
					: at;
				return [{ key: at.slice(COLUMN.length).replace(/^\./, ''), way }];
			}
			const isInner = typeof inner === 'object' && inner !== null && depth < INSIDE.depth;
			return isInner ? datesIn(inner, at, depth + 1) : [];
		});
	return found.slice(0, INSIDE.dates);
}

/** ISO 8601 without a zone. */
const WITHOUT_ZONE = /^\d{4}-\d\d-\d\d(?!.*:.*(?:Z|[+-]\d\d(?::?\d\d)?)$)/i;

/** The key of the time zone of a date beside it, as calendars give it. */
function zoneKeyOf(value: object): string | undefined {
	return Object.entries(value).find(
		([key, zone]: [string, unknown]) =>
			/^time_?zone$/i.test(key) && typeof zone === 'string' && isTimeZone(zone),
	)?.[0];
}

function stepTo(key: string, of: object): string {
	if (Array.isArray(of)) return `[${key}]`;
	return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

/** True for a date; a small number inside an object is not taken for the day of a spreadsheet. */
function isDateInside(value: unknown): boolean {
	const number = numberIn(value);
	if (number !== undefined && number < UNIX_MILLIS.first) return false;
	return toMillis(value, 'UTC') !== undefined;
}
