import type { IDataObject } from 'n8n-workflow';

import { expressionEngine } from '../../dev/engine/expressions';
import { iso } from '../support/times';
import { jsonOf, useService } from '../support/useService';

/**
 * Values of date fields that look like dates of another kind. Each is refused in words that name what it looks like, and
 * the expressions of the message work as they are written.
 */

const NOW = Date.parse('2026-11-26T12:00:00Z');
const ZONE = 'Europe/Berlin';
const fixture = useService({ now: NOW });

/** The value of a column, the words of the message, and the times that its expressions mean, in Berlin. */
type Case = [what: string, value: unknown, words: RegExp, ...means: string[]];

const DIGITS = /looks like a calendar time in digits alone: /;
const SECONDS = /looks like Unix seconds: /;
const OTHER_YEARS = /looks like Unix milliseconds outside of the years 1990 to 2100: /;
const RELATIVE = /is a relative time: /;
const SHORT_YEAR = /has a year of two digits: /;
const TWO_DAYS = /can mean \d+ \w+ or \d+ \w+ \d{4}: /;
const DURATION = /is a duration: /;
const OBJECT = /is an object with a date in '/;
const NO_DATE = /is not a date: /;

const CASES: Case[] = [
	['a month that there is not', '2026-13-45', /is a day that is not in the calendar: /],
	[
		'a day that the month does not have',
		'2026-02-30T09:00',
		/is a day that is not in the calendar: /,
	],
	['digits to the second, as number', 20260615093000, DIGITS, '2026-06-15T09:30:00'],
	['digits to the second, as text', '20260615093000', DIGITS, '2026-06-15T09:30:00'],
	['digits to the millisecond', '20260615093000123', DIGITS, '2026-06-15T09:30:00.123'],
	['digits with a fraction', '20260615093000.123456', DIGITS, '2026-06-15T09:30:00.123'],
	['digits with a fraction, as number', 20260615093000.5, DIGITS, '2026-06-15T09:30:00.500'],
	['digits with the fraction 0 of data frames', '20260615093000.0', DIGITS, '2026-06-15T09:30'],
	['digits to the minute', 202606150930, DIGITS, '2026-06-15T09:30'],
	['digits to the minute, with a fraction', '202606150930.0', DIGITS, '2026-06-15T09:30'],
	['digits to the hour, which could be seconds of 2034', 2026061509, DIGITS, '2026-06-15T09:00'],
	['digits of a day', 20260615, DIGITS, '2026-06-15T00:00'],
	['digits of a day, as text', ' 20260615 ', DIGITS, '2026-06-15T00:00'],
	['digits of a day, with a fraction', '20260615.0', DIGITS, '2026-06-15T00:00'],
	['digits of 1989', '19891231235959', DIGITS, '1989-12-31T23:59:59'],
	['digits to the microsecond', '20260615093000123456', DIGITS, '2026-06-15T09:30:00.123'],
	['digits with the day first', '15062026', DIGITS, '2026-06-15T00:00'],
	['digits with the day first and a time', '150620260930', DIGITS, '2026-06-15T09:30'],
	['digits of two orders', '05062026093000', DIGITS, '2026-06-05T09:30', '2026-05-06T09:30'],
	['Unix seconds', 1781506800, SECONDS, '2026-06-15T09:00'],
	['Unix seconds, as text', '1781506800', SECONDS, '2026-06-15T09:00'],
	['Unix seconds with a fraction', 1781506800.123456, SECONDS, '2026-06-15T09:00:00.123'],
	['Unix seconds of Slack', '1781506800.123456', SECONDS, '2026-06-15T09:00:00.123'],
	['the first Unix seconds of 1990', 631152000, SECONDS, '1990-01-01T01:00'],
	[
		'Unix microseconds',
		1781506800123456,
		/looks like Unix microseconds: /,
		'2026-06-15T09:00:00.123',
	],
	[
		'Unix nanoseconds',
		'1781506800123456789',
		/looks like Unix nanoseconds: /,
		'2026-06-15T09:00:00.123',
	],
	['milliseconds right before 1990', 631151999999, OTHER_YEARS, '1990-01-01T00:59:59.999'],
	['milliseconds of 1985', '473385600000', OTHER_YEARS, '1985-01-01T01:00'],
	['milliseconds of 1930', -1262304000000, OTHER_YEARS, '1930-01-01T01:00'],
	['milliseconds of 2101', 4133980800000, OTHER_YEARS, '2101-01-01T01:00'],
	['milliseconds of the year 9999', 253402300799999, NO_DATE],
	['a duration of ISO 8601', 'PT24H', DURATION, '2026-11-27T13:00'],
	['a duration of ISO 8601 with days', 'P1DT2H', DURATION, '2026-11-27T15:00'],
	['an interval of ISO 8601', '2026-06-15/2026-06-16', /is a span of time: /, '2026-06-15T00:00'],
	['an hour of tomorrow', 'tomorrow 9:00', RELATIVE, '2026-11-27T09:00'],
	['Tomorrow', 'Tomorrow', RELATIVE, '2026-11-27T09:00'],
	['a number of hours', 'in 2 hours', RELATIVE, '2026-11-26T15:00'],
	['a number of hours from now', '2 hours from now', RELATIVE, '2026-11-26T15:00'],
	['hours with a sign', '+2h', RELATIVE, '2026-11-26T15:00'],
	['a time that has passed', '2 hours ago', RELATIVE, '2026-11-26T11:00'],
	['the next Monday', 'next monday', RELATIVE, '2026-11-30T00:00'],
	['a day of the week', 'Friday 9am', RELATIVE, '2026-11-30T00:00'],
	['a time of day', '09:00', RELATIVE, '2026-11-27T09:00'],
	['a year of two digits', '22/11/26', SHORT_YEAR, '2026-11-22T00:00'],
	[
		'a year of two digits in any order',
		'05.06.26',
		SHORT_YEAR,
		'2026-06-05T00:00',
		'2026-05-06T00:00',
	],
	['a year of two digits with a time', '11/22/26 9:30 PM', SHORT_YEAR, '2026-11-22T21:30'],
	['a short year behind a name', '22-Nov-26', SHORT_YEAR, '2026-11-22T00:00'],
	['a short year behind a long name', 'November 22, 26', SHORT_YEAR, '2026-11-22T00:00'],
	['a short year with a weekday', 'Sun, 22 Nov 26 09:30:00 +0100', SHORT_YEAR, '2026-11-22T09:30'],
	['a short year in UTC', '22 Nov 26 08:30 GMT', SHORT_YEAR, '2026-11-22T09:30'],
	['a short year with an ordinal, which Luxon cannot read', '22nd Nov 26', SHORT_YEAR],
	['an ambiguous order', '05/06/2026', TWO_DAYS, '2026-06-05T00:00', '2026-05-06T00:00'],
	[
		'an ambiguous order without zeros',
		'5.6.2026',
		TWO_DAYS,
		'2026-06-05T00:00',
		'2026-05-06T00:00',
	],
	[
		'an ambiguous order with a time',
		'5-6-2026 09:30:15',
		TWO_DAYS,
		'2026-06-05T09:30:15',
		'2026-05-06T09:30:15',
	],
	[
		'an ambiguous order with "at"',
		'5/6/2026 at 9:30 am',
		TWO_DAYS,
		'2026-06-05T09:30',
		'2026-05-06T09:30',
	],
	[
		'an ambiguous order with an offset',
		'5/6/2026 09:30 +02:00',
		TWO_DAYS,
		'2026-06-05T09:30',
		'2026-05-06T09:30',
	],
	['an ambiguous order with a Z', '5/6/2026 09:30Z', TWO_DAYS],
	[
		'a time of Google',
		{ dateTime: '2026-06-15T09:30:00-04:00', timeZone: 'America/New_York' },
		OBJECT,
		'2026-06-15T15:30',
	],
	[
		'a time of Microsoft, in UTC without a Z',
		{ dateTime: '2026-06-15T07:30:00.0000000', timeZone: 'UTC' },
		OBJECT,
		'2026-06-15T09:30',
	],
	[
		'a time with a zone of Windows',
		{ dateTime: '2026-06-15T09:30:00', timeZone: 'W. Europe Standard Time' },
		OBJECT,
		'2026-06-15T09:30',
	],
	['a day of a calendar', { date: '2026-06-15' }, OBJECT, '2026-06-15T00:00'],
	[
		'a span of Notion',
		{ start: '2026-06-15', end: '2026-06-16' },
		OBJECT,
		'2026-06-15T00:00',
		'2026-06-16T00:00',
	],
	[
		'a start inside of an event',
		{ start: { dateTime: '2026-06-15T09:30:00+02:00' } },
		OBJECT,
		'2026-06-15T09:30',
	],
	['a date of MongoDB', { $date: '2026-06-15T07:30:00Z' }, OBJECT, '2026-06-15T09:30'],
	['a key with a blank', { 'due on': 1781506800000 }, OBJECT, '2026-06-15T09:00'],
	['a list with a date', ['2026-06-15'], /is a list with a date in '\[0\]'/, '2026-06-15T00:00'],
	['an object without a date', { count: 25000, done: true }, NO_DATE],
	['a text in another language', '22. November 2026 9:30', NO_DATE],
	['a word', 'soon', NO_DATE],
	['true', true, NO_DATE],
	['0', 0, NO_DATE],
	['a small number', 7, NO_DATE],
	['a negative number', -1, NO_DATE],
	['Unix seconds before 1970', -86400, NO_DATE],
	['a number below the days of spreadsheets', 19999, NO_DATE],
	['a number above the days of spreadsheets', 80001, NO_DATE],
	['the last Unix seconds before 1990', 631151999, NO_DATE],
	['the first Unix seconds of 2101', 4133980800, NO_DATE],
	['ticks of .NET', '638855000000000000', NO_DATE],
	['many digits', '9'.repeat(400), NO_DATE],
	['more digits than a calendar time', '2026061509300012345678', NO_DATE],
	['digits of a month 13', 20261315093000, NO_DATE],
	['hexadecimal digits', '0x19ec7b3f', NO_DATE],
	['a number with an exponent', '1.7815E+12', NO_DATE],
];

/** Values of expressions that are no JSON. */
const EXPRESSIONS: Case[] = [
	[
		'a Duration of Luxon',
		'Duration.fromObject({ hours: 24 })',
		DURATION,
		'2026-11-27T13:00',
		'2026-11-25T13:00',
	],
	[
		'a difference of two times',
		"$now.diff(DateTime.fromISO('2026-06-15'))",
		DURATION,
		'2026-11-27T13:00',
		'2026-11-25T13:00',
	],
	[
		'a copy of a Duration',
		'({ ...Duration.fromObject({ hours: 24 }) })',
		DURATION,
		'2026-11-27T13:00',
		'2026-11-25T13:00',
	],
	[
		'an Interval of Luxon',
		"Interval.fromDateTimes(DateTime.fromISO('2026-06-15'), DateTime.fromISO('2026-06-16'))",
		/is a span of time: /,
		'2026-06-15T00:00',
		'2026-06-16T00:00',
	],
	['the digits of now', "$now.toFormat('yyyyMMddHHmmss')", DIGITS, '2026-11-26T13:00'],
	['NaN', 'NaN', NO_DATE],
	['Infinity', 'Infinity', NO_DATE],
];

/** Values that are taken, and the times that they mean. */
const TAKEN: Array<[what: string, expression: string, means: string]> = [
	['the first milliseconds of 1990', '631152000000', '1990-01-01T01:00'],
	['the last milliseconds of 2100', '4133980799999', '2101-01-01T00:59:59.999'],
	['milliseconds as text', "'1781506800000'", '2026-06-15T09:00'],
	['milliseconds with a fraction', '1781506800123.456', '2026-06-15T09:00:00.123'],
	['the day number of a spreadsheet', '46188.375', '2026-06-15T09:00'],
	[
		'a DateTime with a fraction of a millisecond',
		'DateTime.fromSeconds(1781506800.123456)',
		'2026-06-15T09:00:00.123',
	],
	['a DateTime of 1965', "DateTime.fromISO('1965-05-01')", '1965-05-01T00:00'],
	['a Date', "new Date('2026-06-15T07:00:00Z')", '2026-06-15T09:00'],
	['a time of an iCalendar', "'20260615T070000Z'", '2026-06-15T09:00'],
	['a local time of an iCalendar', "'20260615T0900'", '2026-06-15T09:00'],
];

beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(NOW));
afterEach(() => jest.restoreAllMocks());

const create = async (expression: string, date: unknown) =>
	await fixture.run({
		node: 'svcArrangements',
		parameters: {
			resource: 'arrangement',
			operation: 'create',
			title: 'Glaze',
			dueAt: `={{ ${expression} }}`,
		},
		items: [{ date: date as never }],
		timezone: ZONE,
		settings: { onError: 'continueErrorOutput' },
	});

const search = async (expression: string, date: unknown) =>
	await fixture.run({
		node: 'svcRecords',
		parameters: {
			resource: 'record',
			operation: 'search',
			keyword: 'glaze',
			period: 'custom',
			firstDay: `={{ ${expression} }}`,
			filters: { timezone: 'America/New_York' },
		},
		items: [{ date: date as never }],
		timezone: ZONE,
		settings: { onError: 'continueErrorOutput' },
	});

/** Message and advice of the failure of a run. */
async function refusalOf(
	run: ReturnType<typeof create>,
): Promise<[message: string, advice: string]> {
	const { errors } = await run;
	const [{ error, details }] = jsonOf(errors);
	return [String(error), String((details as IDataObject).description)];
}

/** The time of a text in Berlin. */
const inBerlin = (text: string) => {
	const utc = Date.parse(`${text}Z`);
	const name = new Intl.DateTimeFormat('en', { timeZone: ZONE, timeZoneName: 'longOffset' });
	const offset = name.formatToParts(utc).find(({ type }) => type === 'timeZoneName')!.value;
	return Date.parse(text + (offset.slice(3) || 'Z'));
};

/** All cases with the expression of the field and the value of its column. */
const REFUSED = [
	...CASES.map(([what, value, ...rest]) => ({ what, expression: '$json.date', value, rest })),
	...EXPRESSIONS.map(([what, value, ...rest]) => ({ what, expression: String(value), rest })),
].map(({ rest: [words, ...means], ...each }) => ({ value: undefined, words, means, ...each }));

/** The expressions of a message, for the expression of the field in place of the column. */
const waysIn = (advice: string, expression: string) =>
	[...advice.matchAll(/\{\{ (.*?) \}\}/g)].map(([, way]) =>
		way.replaceAll('$json.date', `(${expression})`),
	);

/** True for expressions that count from now in n8n's engine `vm`, whose clock a test cannot stop. */
const hasOtherClock = (...expressions: string[]) =>
	expressionEngine() === 'vm' && expressions.some((each) => /\$now|\$today/.test(each));

describe.each(REFUSED)('$what', ({ expression, value, words, means }) => {
	it('is refused as a time in words that name it, and doing what they say works', async () => {
		const [message, advice] = await refusalOf(create(expression, value));
		expect(message).toMatch(words);
		expect(fixture.requests).toEqual([]);
		if (means.length === 0) return;
		const ways = waysIn(advice, expression);
		for (const way of ways) await create(way, value);
		const sent = fixture.asked('createArrangements').flatMap(({ items }) => items);
		if (hasOtherClock(expression, ...ways)) return expect(sent).toHaveLength(means.length);
		expect((sent as IDataObject[]).map(({ due_at }) => iso(Number(due_at)))).toEqual(
			means.map((time) => iso(inBerlin(time))),
		);
	});

	it('is refused as a day alike, and doing what they say gives the day', async () => {
		const [message, advice] = await refusalOf(search(expression, value));
		expect(message).toMatch(words);
		expect(fixture.requests).toEqual([]);
		for (const [i, time] of means.entries()) {
			const way = waysIn(advice, expression)[i];
			const { errors } = await search(way, value);
			expect(jsonOf(errors)).toEqual([]);
			if (hasOtherClock(expression, way)) continue;
			// A calendar time means its own day, others their day in the zone of the days
			const isLocal =
				way.endsWith('.toISODate()') ||
				(/^\(\$json\.date\)[.[]/.test(way) && time.endsWith('T00:00'));
			const day = isLocal ? time.slice(0, 10) : dayInNewYork(inBerlin(time));
			expect(fixture.bodies.at(-1)!.start_date).toBe(day);
		}
	});
});

const dayInNewYork = (time: number) =>
	new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(time);

it.each(TAKEN)('%s is a time', async (_what, expression, means) => {
	const { errors } = await create(expression, null);
	expect(jsonOf(errors)).toEqual([]);
	const [{ due_at }] = fixture.bodies[0].items as IDataObject[];
	expect(due_at).toBe(inBerlin(means));
});
