/** Which of day and month comes first in a date such as 05/06/2026. */
export type DateOrder = 'day' | 'month';

/**
 * A date as text: ISO 8601, the two ISO days that it can mean (day first, month first), or a year of two digits. `formats`
 * are those by which Luxon reads texts like it, one for each meaning; none if Luxon has no word for a part of the text.
 */
export type DateText =
	| { iso: string }
	| { readings: [string, string]; formats: string[] }
	| { shortYear: true; formats: string[] };

const MONTHS = [
	'January',
	'February',
	'March',
	'April',
	'May',
	'June',
	'July',
	'August',
	'September',
	'October',
	'November',
	'December',
];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const NAME = `(?<name>${MONTHS.map((month) => `${month.slice(0, 3)}(?:${month.slice(3)})?`).join('|')}|Sept)\\.?`;
const DAY = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const YEAR = '(?<year>\\d{4}|\\d{2})(?!\\d)';

/** The forms of a day: 2026/11/22, 22/11/2026, 22 Nov 2026 and Nov 22, 2026. */
const DAYS = [
	'(?<year>\\d{4})(?<sep>[/.-])(?<month>\\d{1,2})\\k<sep>(?<day>\\d{1,2})(?!\\d)',
	`(?<one>\\d{1,2})(?<sep>[/.-])(?<two>\\d{1,2})\\k<sep>${YEAR}`,
	`${DAY}[\\s-]+${NAME},?[\\s-]+${YEAR}`,
	`${NAME}\\s+${DAY},?\\s+${YEAR}`,
].map((form) => new RegExp(`^${form}`, 'i'));

const WEEKDAY = /^(sun|mon|tue|wed|thu|fri|sat)[a-z]*\.?,?\s+/i;

/** A time of day with an optional zone, as RFC 2822 and people write it: 09:30:15 +0100, 9:30 PM, 9 AM GMT. */
const TIME =
	/^(?:,?\s+(?:at\s+)?|,)(?<hour>\d{1,2})(?::(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,3}))?)?)?(?:\s?(?<half>[ap])\.?m\.?)?(?:\s?(?:Z|(?<utc>UTC|GMT|UT)|(?:UTC|GMT)?(?<offset>[+-]\d{2}:?\d{2}))(?:\s\([^()]*\))?)?$/i;

/** The date in a text that is not ISO 8601; undefined if it is none. `order` decides a date that can mean two days. */
export function dateText(text: string, order?: DateOrder): DateText | undefined {
	const weekday = WEEKDAY.exec(text);
	const rest = text.slice(weekday?.[0].length ?? 0);
	const match = DAYS.map((form) => form.exec(rest)).find((found) => found !== null);
	if (!match) return undefined;
	const time = timeIn(rest.slice(match[0].length));
	if (time === undefined) return undefined;
	const formats = () => formatsOf(weekday?.[0] ?? '', match, rest.slice(match[0].length));
	if (match.groups!.year.length === 2) return { shortYear: true, formats: formats() };
	const days = daysIn(match.groups!).filter((day) => !weekday || isOn(day, weekday[1]));
	const [first, second] = days;
	if (first === undefined) return undefined;
	if (second === undefined) return { iso: `${first}${time}` };
	return order
		? { iso: `${order === 'day' ? first : second}${time}` }
		: { readings: [first, second], formats: formats() };
}

type Groups = Record<string, string | undefined>;

/** The ISO days that a match can mean: with two, the one with the day first. */
function daysIn({ year, month, day, name, one, two }: Groups): string[] {
	if (one === undefined || two === undefined)
		return [isoDay(year!, name ? monthOf(name) : Number(month), day!)];
	const readings = [
		...(Number(two) <= 12 ? [isoDay(year!, Number(two), one)] : []),
		...(Number(one) <= 12 ? [isoDay(year!, Number(one), two)] : []),
	];
	return [...new Set(readings)];
}

function isoDay(year: string, month: number, day: string): string {
	return `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function monthOf(name: string): number {
	const start = name.slice(0, 3).toLowerCase();
	return MONTHS.findIndex((month) => month.toLowerCase().startsWith(start)) + 1;
}

function isOn(day: string, weekday: string): boolean {
	return WEEKDAYS[new Date(day).getUTCDay()] === weekday.toLowerCase();
}

/** ISO text of the time of day behind a date; empty without one, undefined for other text. */
function timeIn(text: string): string | undefined {
	if (text.trim() === '') return '';
	const {
		hour,
		minute,
		second = '00',
		fraction = '0',
		half,
		utc,
		offset,
	} = TIME.exec(text)?.groups ?? {};
	if (hour === undefined || (minute === undefined && !half)) return undefined;
	const hours = half ? hourOf(Number(hour), half) : Number(hour);
	if (hours === undefined) return undefined;
	const zone = offset ?? (utc || /z$/i.test(text) ? 'Z' : '');
	return `T${String(hours).padStart(2, '0')}:${minute ?? '00'}:${second}.${fraction}${zone}`;
}

/** Luxon's formats of a date with its weekday and its time of day. */
function formatsOf(weekday: string, day: RegExpExecArray, time: string): string[] {
	const parts = [weekdayFormat(weekday), timeFormat(time)];
	return dayFormats(day).flatMap((format) => {
		const [before, after] = parts;
		return before === undefined || after === undefined ? [] : [`${before}${format}${after}`];
	});
}

function weekdayFormat(text: string): string | undefined {
	const [name] = /^[a-z]*/i.exec(text)!;
	if (name.length > 'Sun'.length && !/day$/i.test(name)) return undefined;
	return text.replace(name, name.length > 'Sun'.length ? 'cccc' : name && 'ccc');
}

/** Formats of a day whose year is behind it: day first, month first. Luxon knows no ordinals, and no "Sept". */
function dayFormats({ 0: text, groups }: RegExpExecArray): string[] {
	const { year, sep, name, one, two } = groups!;
	const years = year.length === 2 ? 'yy' : 'yyyy';
	if (one !== undefined)
		return [
			...(Number(two) <= 12 ? [`d${sep}M${sep}${years}`] : []),
			...(Number(one) <= 12 ? [`M${sep}d${sep}${years}`] : []),
		];
	if (/\d(?:st|nd|rd|th)/i.test(text) || /^sept$/i.test(name)) return [];
	const month = name.length === 'Jan'.length ? 'LLL' : 'LLLL';
	return [text.replace(name, month).replace(/\d+/, 'd').replace(/\d+$/, years)];
}

/** Format of a time of day as `TIME` reads it; undefined for a Z, for a.m. and for the name of a zone in brackets. */
function timeFormat(text: string): string | undefined {
	if (text.trim() === '') return '';
	const { half, utc, offset } = TIME.exec(text)!.groups!;
	const zone = offset ?? utc ?? '';
	const clock = zone ? text.slice(0, text.lastIndexOf(zone)) : text;
	if (/[z)]$|\.m|(?:UTC|GMT)$/i.test(clock)) return undefined;
	if (half && !/[ap]m/i.test(clock)) return undefined;
	if (!text.endsWith(zone)) return undefined;
	const tokens = [half ? 'h' : 'H', 'mm', 'ss', 'u'];
	const format = clock.replace(/at\b|[ap]m\b|\d+/gi, (part) =>
		/^\d/.test(part) ? tokens.shift()! : /^at/i.test(part) ? `'${part}'` : 'a',
	);
	return format + (utc ? 'z' : offset ? (offset.includes(':') ? 'ZZ' : 'ZZZ') : '');
}

/** Hour of the day of 1 to 12 with AM or PM. */
function hourOf(hour: number, half: string): number | undefined {
	if (hour < 1 || hour > 12) return undefined;
	return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

/** The two days in words, such as "5 June or 6 May 2026". */
export function inWords([dayFirst, monthFirst]: [string, string]): string {
	return `${dayInWords(dayFirst)} or ${dayInWords(monthFirst)} ${dayFirst.slice(0, 4)}`;
}

/** An ISO day in words without its year, such as "5 June". */
export function dayInWords(day: string): string {
	return `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]}`;
}
