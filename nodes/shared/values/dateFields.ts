import { formatValue } from '../errors/format';
import type { Field } from '../form/field';
import { type Conversions, type Converted, Flaw } from './converters';
import { dateText, dayInWords, weekdayOf } from './dateTexts';
import { invalidTime, toDay, toMillis, UNIX_MILLIS } from './dates';
import { numberIn } from './numbers';

/** A date and time in Unix milliseconds. */
export function toTime(
	field: Field,
	value: unknown,
	zone: string,
	how: Conversions = {},
): Converted {
	const millis = toMillis(value, zone, how.settings?.dayOrMonthFirst);
	if (millis === undefined) return noDate(field, value, how);
	const { exclusive, emptyHint } = field.limits ?? {};
	const flaw = how.isWritten ? noTimeToWrite(millis, zone) : undefined;
	if (flaw) return new Flaw(`${flaw}: ${formatValue(value)}`, emptyHint);
	return { value: exclusive ? millis - 1 : millis };
}

/** A day as ISO text. */
export function toDayText(
	field: Field,
	value: unknown,
	zone: string,
	how: Conversions = {},
): Converted {
	const day = toDay(value, zone);
	return day ? { value: day } : noDate(field, value, how);
}

/** Years of the dates that are written. A time of another year is a mistake, or means that there is none. */
const YEARS = { first: 1971, last: 2199 };

/** Days that other systems give where there is no date (as in joniles/mpxj#235). */
const NO_DATES: Record<string, string> = {
	'0001-01-01': 'the empty date of .NET',
	'1899-12-30': 'the empty date of Excel',
	'1900-01-01': 'the empty date of SQL Server',
	'1970-01-01': 'the first day of Unix time, which stands for no date',
	'9999-12-31': 'the last date of many systems, which stands for no date',
};

/** Flaw of a time as a value to write. Systems give their empty date in UTC, or without a time zone. */
function noTimeToWrite(millis: number, zone: string): string | undefined {
	const days = [zone, 'UTC'].map((each) => toDay(new Date(millis), each) ?? '');
	const none = days.find((day) => day in NO_DATES);
	if (none) return `is ${none}, ${NO_DATES[none]}`;
	const year = Number(days[0].slice(0, 4));
	if (year >= YEARS.first && year <= YEARS.last) return undefined;
	return `is not in the years ${YEARS.first} to ${YEARS.last}`;
}

const PAGE =
	'https://github.com/n8n-nodes-svc/n8n-nodes-svc/blob/main/docs/dates.md#dates-from-other-systems';

/** Texts that Luxon, JavaScript and libraries write for an invalid time, as in an expression with text beside it. */
const INVALID = /\bInvalid (?:DateTime|Date|Interval|Duration)\b/i;

/** Flaw of a value that is no date. Each expression in its words makes the date of exactly this value. */
function noDate(field: Field, value: unknown, { settings, columnOf }: Conversions): Flaw {
	const column = columnOf?.();
	const { day, dateOrder, emptyHint } = field.limits ?? {};
	const shown = formatValue(value);
	const usual = `Write it as ${day ? '2026-01-31' : '2026-01-31T09:00:00'}`;
	const forAll = (ways: string[]) => {
		const expressions = ways.map((way) => `{{ ${way} }}`).join(' or ');
		return column && expressions ? ` If all items have such values, enter ${expressions}.` : '';
	};
	// The day of a time depends on the zone of the field, which need not be that of the expression
	const byFormats = (formats: string[]) =>
		forAll(
			formats.map(
				(each) => `DateTime.fromFormat(${column}, '${each}')${day ? '.toISODate()' : ''}`,
			),
		);
	const read = typeof value === 'string' ? dateText(value, settings?.dayOrMonthFirst) : undefined;
	if (read && 'readings' in read) {
		const [one, two] = read.readings;
		const words = `can mean ${dayInWords(one)} or ${dayInWords(two)} ${one.slice(0, 4)}: ${shown}`;
		const option = dateOrder ? ', or add the option Day or Month First' : '';
		const advice = `${usual}${option}.${byFormats(read.formats)}`;
		return new Flaw(words, advice, `Write ${one} or ${two}.`);
	}
	if (read && 'shortYear' in read) {
		const advice = 'Write the year with four digits.';
		return new Flaw(`has a year of two digits: ${shown}`, advice + byFormats(read.formats), advice);
	}
	if (read && 'weekday' in read) {
		const days = read.days.map(
			(each) => `${dayInWords(each)} ${each.slice(0, 4)} is a ${weekdayOf(each)}`,
		);
		return new Flaw(`says ${read.weekday}, but ${days.join(' and ')}: ${shown}`);
	}
	if (isSeconds(value))
		return new Flaw(
			`looks like Unix seconds: ${shown}`,
			`${usual}.${forAll([`${column} * 1000`])}`,
			`${usual}.`,
		);
	const invalid = invalidTime(value);
	if (invalid) return new Flaw(invalid);
	const [text] = (typeof value === 'string' && INVALID.exec(value)) || [];
	if (text) return new Flaw(`is the text of an ${text.replace('I', 'i')}: ${shown}`);
	const hint = value === 0 && emptyHint ? ` ${emptyHint}` : '';
	return new Flaw(
		`is not a date: ${shown}`,
		`${usual}, or in another form of ${PAGE}.${hint}`,
		`${usual}${day ? '' : ', with its offset behind it for another time zone, such as +01:00'}.${hint}`,
	);
}

/** Digits of a day and its hour, such as 2026061509, which would be Unix seconds of 2034. */
const DAY_AND_HOUR = /^(?:19|20|21)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])(?:[01]\d|2[0-3])$/;

/** True for Unix seconds of the years whose Unix milliseconds are dates. */
function isSeconds(value: unknown): boolean {
	const millis = 1000 * (numberIn(value) ?? NaN);
	if (!(millis >= UNIX_MILLIS.first && millis < UNIX_MILLIS.end)) return false;
	return !DAY_AND_HOUR.test(String(value).trim());
}
