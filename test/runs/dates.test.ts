import { readFileSync } from 'node:fs';

import type { IDataObject } from 'n8n-workflow';

import { uid } from '../../dev/contract/choices';
import { pollNode } from '../../dev/engine/pollNode';
import { callTool } from '../../dev/engine/runTool';
import { fc, SEED } from '../support/random';
import { rowsOf } from '../support/repository';
import { iso } from '../support/times';
import { jsonOf, useService } from '../support/useService';

/**
 * What date fields make of the forms in which dates come. Each form is read as what a person reads in it, or refused. Each
 * expression that a message or docs/dates.md offers is evaluated on the value in question, and gives that time too.
 */

const NOW = Date.parse('2026-11-26T12:00:00Z');
const ZONE = 'Europe/Berlin';
const fixture = useService({ now: NOW });

/** Forms that are read, by the time that a person reads in them: in Berlin, unless the form has another zone. */
const READ: Record<string, unknown[]> = {
	'2026-06-15T00:00': [
		'2026-06-15',
		'2026/06/15',
		'2026/6/15',
		'2026.06.15',
		'15/06/2026',
		'06/15/2026',
		'15.06.2026',
		'15.6.2026',
		'6.15.2026',
		'15-06-2026',
		'15-6-2026',
		'15 Jun 2026',
		'15-Jun-2026',
		'15/Jun/2026',
		'15.Jun.2026',
		'15th June 2026',
		'15th of June 2026',
		'15 JUNE, 2026',
		'Jun 15, 2026',
		'Jun. 15 2026',
		'JUNE 15TH, 2026',
		'June 15,2026',
		'Monday, 15 June 2026',
		'Mon Jun 15 2026',
		'Mon., Jun 15, 2026',
		'Mon, 15/06/2026',
		'15. Juni 2026',
		'15.Juni 2026',
		'15. Jun. 2026',
		'Montag, 15. Juni 2026',
		'Mo., 15.06.2026',
		'Mo 15.6.2026',
		'15 juin 2026',
		'lundi 15 juin 2026',
		'lun. 15 juin 2026',
		'15 de junio de 2026',
		'15 de junio del 2026',
		'lunes, 15 de junio de 2026',
		'15 jun 2026',
		'15-jun-2026',
		'15 giugno 2026',
		'lunedì 15 giugno 2026',
		'lun 15 giu 2026',
		'15 de junho de 2026',
		'15 de jun. de 2026',
		'segunda-feira, 15 de junho de 2026',
		'seg., 15 de jun. de 2026',
		'15 juni 2026',
		'maandag 15 juni 2026',
		'ma 15 jun 2026',
		'\u200E15.06.2026',
		'\u200E15/\u200E06/\u200E2026\u200F',
		'\uFEFF2026-06-15',
		'15.\u00A0Juni\u00A02026',
		' 2026-06-15\t\n',
		'2026\u201106\u201115',
		'２０２６／０６／１５',
		46188,
		'46188',
	],
	'2026-06-01T00:00': [
		'1er juin 2026',
		'lundi 1er juin 2026',
		'1º de junho de 2026',
		'1. Juni 2026',
	],
	'2026-06-05T00:00': ['05.06.2026', '5.6.2026', 'Fri, 05/06/2026', 'vendredi 05/06/2026'],
	'2026-12-01T00:00': [
		'01.12.2026',
		'1 déc. 2026',
		'1. Dezember 2026',
		'1 dic 2026',
		'1 dez. 2026',
	],
	'2026-12-04T00:00': ['4. Dezember 2026', 'Fr. 04.12.2026', '4 décembre 2026', '4 DÉCEMBRE 2026'],
	'2026-03-03T00:00': [
		'3. März 2026',
		'3. Maerz 2026',
		'3 mars 2026',
		'mar 3 mars 2026',
		'mar. 3 mar 2026',
		'Mar 3, 2026',
		'martes, 3 de marzo de 2026',
		'3 mrt 2026',
		'Mär 3, 2026',
		'3/3/2026',
	],
	'2026-09-01T00:00': ['Sept 1, 2026', '1 sept. 2026', '1 set 2026', '1 settembre 2026'],
	'2026-06-15T09:00': [
		'2026-06-15T09:00',
		'2026-06-15 09:00',
		'2026-06-15T9:00',
		'2026-06-15T09:00:00',
		'2026-06-15T09:00:00.000',
		'2026-06-15T09:00:00,000000000',
		'2026-06-15 09:00:00+02:00',
		'2026-06-15T09:00:00 +0200',
		'2026-06-15T09:00:00+02',
		'2026-06-15T07:00Z',
		'2026-06-15t07:00:00z',
		'2026-06-15T07:00:00.0000000Z',
		'2026-06-15 07:00:00 UTC',
		'2026-06-15 07:00:00 +0000 UTC',
		'2026-06-15 09:00:00 +0200 CEST',
		'2026-06-15T09:00+02:00[Europe/Berlin]',
		'2026-06-15T07:00Z[UTC]',
		'2026-06-15T09:00[Europe/Berlin]',
		'2026-06-15T03:00[America/New_York]',
		'2026-06-15 09:00 Europe/Berlin',
		'2026-06-15 8:00 (Europe/Lisbon)',
		'15.06.2026 09:00 Uhr Europe/Berlin',
		'2026-06-15T04:00 America/Argentina/Buenos_Aires',
		'2026-06-15T03:00:00-04:00[America/New_York]',
		'20260615T090000',
		'20260615T0900',
		'20260615T070000Z',
		'20260615T090000.000+0200',
		'15/06/2026 09:00',
		'15/06/2026, 09:00:00',
		'15/06/2026 9:00 AM',
		'6/15/2026, 9:00:00\u202FAM',
		'15.06.2026 09:00',
		'15.06.2026 09:00 Uhr',
		'15.06.2026, 9:00 Uhr',
		'15.06.2026 9 Uhr',
		'15.06.2026 um 9 Uhr',
		'Montag, 15. Juni 2026 um 09:00 Uhr',
		'15. Juni 2026 um 09:00:00 MESZ'.slice(0, -5),
		'lundi 15 juin 2026 à 09:00',
		'lunes, 15 de junio de 2026, 9:00',
		'lunedì 15 giugno 2026 alle ore 09:00',
		'segunda-feira, 15 de junho de 2026 às 09:00',
		'maandag 15 juni 2026 om 09:00',
		'15 Jun 2026 09:00',
		'15-Jun-2026 09:00:00',
		'15/Jun/2026 9:00 AM',
		'15/Jun/2026:09'.replace(':09', ' 9am'),
		'Jun 15, 2026 9:00am',
		'Jun 15, 2026 at 9:00 a.m.',
		'Mon, 15 Jun 2026 09:00:00 +0200',
		'Mon, 15 Jun 2026 09:00:00 +0200 (CEST)',
		'Mon, 15 Jun 2026 07:00:00 GMT',
		'Mon, 15 Jun 2026 07:00:00 UT',
		'Mon, 15 Jun 2026 02:00:00 EST',
		'Mon, 15 Jun 2026 03:00:00 EDT',
		'15 Jun 2026 01:00 CST',
		'15 Jun 2026 02:00 CDT',
		'15 Jun 2026 00:00 MST',
		'15 Jun 2026 1:00 AM MDT',
		'14 Jun 2026 23:00 PST',
		'15 Jun 2026 00:00 PDT',
		'Mon Jun 15 2026 09:00:00 GMT+0200 (Central European Summer Time)',
		'\u200E15.06.2026\u200E 09:00',
		46188.375,
		'46188.375',
		1781506800000,
		'1781506800000',
		' 1781506800000 ',
		'\u200E1781506800000',
		1781506800000.4,
	],
	'2026-06-16T00:00': ['2026-06-15T24:00', '2026-06-15 24:00:00'],
	'2026-06-15T12:00': ['15 Jun 2026 12 PM', '15 Jun 2026 12:00 p.m.'],
	'2026-06-15T00:05': ['15 Jun 2026 12:05 AM'],
	'2028-02-29T00:00': ['29 Feb 2028', '29.02.2028', '2028-02-29'],
	'1990-01-01T01:00': [631152000000],
	'2101-01-01T00:59:59.999': [4133980799999],
	'2026-10-25T02:15': ['2026-10-25T02:15+02:00', '2026-10-25T02:15', '25.10.2026 02:15 Uhr'],
};

const NO_DATE = /is not a date: /;
const SHORT_YEAR = /has a year of two digits: /;
const TWO_DAYS = /can mean \d+ \w+ or \d+ \w+ \d{4}: /;
const SECONDS = /looks like Unix seconds: /;

/**
 * Forms that are refused: the words, the times that a person can read there, and how many expressions the message has. These
 * give the first of the times.
 */
type Refused = [form: unknown, words: RegExp, means?: string[], offered?: number];

const june = ['2026-06-05T00:00', '2026-05-06T00:00'];
const nine = ['2026-06-15T09:00'];
const midnight = ['2026-06-15T00:00'];

const REFUSED: Refused[] = [
	['05/06/2026', TWO_DAYS, june, 2],
	['5/6/2026', TWO_DAYS, june, 2],
	['5-6-2026', TWO_DAYS, june, 2],
	['05-06-2026 09:30:15', TWO_DAYS, ['2026-06-05T09:30:15', '2026-05-06T09:30:15'], 2],
	['5/6/2026 9:30 pm', TWO_DAYS, ['2026-06-05T21:30', '2026-05-06T21:30'], 2],
	['5/6/2026, 9:30PM', TWO_DAYS, ['2026-06-05T21:30', '2026-05-06T21:30'], 2],
	['5/6/2026 at 9:30 am', TWO_DAYS, ['2026-06-05T09:30', '2026-05-06T09:30']],
	['5/6/2026 9 AM', TWO_DAYS, ['2026-06-05T09:00', '2026-05-06T09:00']],
	['5/6/2026 24:00', TWO_DAYS, ['2026-06-06T00:00', '2026-05-07T00:00']],
	['5/6/2026 09:30 +02:00', TWO_DAYS, ['2026-06-05T09:30', '2026-05-06T09:30']],
	['5/6/2026 07:30Z', TWO_DAYS, ['2026-06-05T09:30', '2026-05-06T09:30']],
	['\u200E05/06/2026', TWO_DAYS, june],
	['05/06/2026 ', TWO_DAYS, june],
	['22/11/26', SHORT_YEAR, ['2026-11-22T00:00'], 1],
	['11/22/26 9:30 PM', SHORT_YEAR, ['2026-11-22T21:30'], 1],
	['05.06.26', SHORT_YEAR, ['2026-06-05T00:00'], 1],
	['15.06.26 09:00', SHORT_YEAR, nine, 1],
	['05/06/26', SHORT_YEAR, june, 2],
	['05/05/26', SHORT_YEAR, ['2026-05-05T00:00', '2026-05-05T00:00'], 2],
	['26-06-15', SHORT_YEAR, midnight],
	['15-06-26', SHORT_YEAR, midnight],
	['22-Nov-26', SHORT_YEAR, ['2026-11-22T00:00']],
	['22nd Nov 26', SHORT_YEAR, ['2026-11-22T00:00']],
	['November 22, 26', SHORT_YEAR, ['2026-11-22T00:00']],
	['Sun, 22 Nov 26 09:30:00 +0100', SHORT_YEAR, ['2026-11-22T09:30']],
	['22 Nov 26 08:30 GMT', SHORT_YEAR, ['2026-11-22T09:30']],
	['15/Jun/26 9:00 AM', SHORT_YEAR, nine],
	['15. Juni 26', SHORT_YEAR, midnight],
	['15.06.26 9 Uhr', SHORT_YEAR, nine],
	['Mon, 22 Nov 2026', /says Monday, but 22 November 2026 is a Sunday: /],
	['Montag, 16. Juni 2026', /says Monday, but 16 June 2026 is a Tuesday: /],
	['mardi 5 juin 2026', /says Tuesday, but 5 June 2026 is a Friday: /],
	['Mo., 05.06.2026', /says Monday, but 5 June 2026 is a Friday: /],
	['Mon, 05/06/2026', /says Monday, but 5 June 2026 is a Friday and 6 May 2026 is a Wednesday: /],
	[1781506800, SECONDS, nine, 1],
	['1781506800', SECONDS, nine, 1],
	[1781506800.123456, SECONDS, ['2026-06-15T09:00:00.123'], 1],
	['1781506800.123456', SECONDS, ['2026-06-15T09:00:00.123'], 1],
	[631152000, SECONDS, ['1990-01-01T01:00'], 1],
	[1506202609, SECONDS, ['2017-09-23T23:36:49'], 1],
	[1015202609, SECONDS, ['2002-03-04T01:43:29'], 1],
	...[
		// Digits alone
		...[20260615093000, '20260615093000', '20260615093000123', '20260615093000.123456'],
		...[202606150930, '202606150930.0', '150620260930'],
	].map((form): Refused => [form, NO_DATE, ['2026-06-15T09:30', '2026-06-15T09:30:00.123']]),
	[20260615093000.5, NO_DATE, ['2026-06-15T09:30:00.500']],
	['05062026093000', NO_DATE, ['2026-06-05T09:30', '2026-05-06T09:30']],
	[2026061509, NO_DATE, nine],
	...[20260615, ' 20260615 ', '20260615.0', '15062026', '06152026'].map((form): Refused => [
		form,
		NO_DATE,
		midnight,
	]),
	['1781506800123456', NO_DATE, ['2026-06-15T09:00:00.123']],
	['1781506800123456789', NO_DATE, ['2026-06-15T09:00:00.123']],
	[631151999999, NO_DATE, ['1990-01-01T00:59:59.999']],
	[-1262304000000, NO_DATE, ['1930-01-01T01:00']],
	[4133980800000, NO_DATE, ['2101-01-01T01:00']],
	...[0, 7, -1, -86400, 19999, 80001, 631151999, 4133980800, '1.7815E+12', '0x19ec7b3f'].map(
		(form): Refused => [form, NO_DATE],
	),
	...['638855000000000000', '9'.repeat(400), '2026061509300012345678', 20261315093000].map(
		(form): Refused => [form, NO_DATE],
	),
	[`1781506800000${' '.repeat(200)}x`, NO_DATE],
	[`${' '.repeat(50_000)}2026-06-15${' '.repeat(50_000)}`, NO_DATE, midnight],
	// Texts of other forms
	...[
		...['15 Jun 2026 09:00 CEST', '15 Jun 2026 09:00 BST', '15.06.2026 09:00 MESZ'],
		...['[15/06/2026, 09:00:00]', '/Date(1781506800000)/', '2026-W25-1T09:00', '9:00, 15 Jun 2026'],
		...['9:00 AM, 15 Jun 2026', 'Mon Jun 15 09:00:00 2026', 'Mon Jun 15 09:00:00 CEST 2026'],
		...[
			'2026-06-15T09:00[W. Europe Standard Time]',
			'15. Juni 2026 9.00 Uhr',
			'2026年6月15日 09:00',
		],
		...['15 июня 2026 09:00', '15.06.2026 09 Uhr 00', '15/06/2026 09h00', '2026-166T09:00'],
		...['15.06.2026 - 09:00', '15/Jun/2026:09:00:00 +0200', 'Woche 25, 15.06.2026 09:00'],
	].map((form): Refused => [form, NO_DATE, nine]),
	...[
		...['2026-13-45', '2026-02-30', '2026-02-30T09:00', '31/11/2026', '32 Nov 2026', '29 Feb 2027'],
		...[
			'13/13/2026',
			'22 Nov',
			'November 2026',
			'2026',
			'2026-06',
			'22 Nov 2026 13 PM',
			'22 Foo 2026',
		],
		...[
			'22 Nov 2026 0 AM',
			'22 Nov 2026 9',
			'22 Nov 2026 25:00',
			'22 Nov 2026 09:61',
			'22/11-2026',
		],
		...['2026-06-15T24:30', '05/06/2026 25:00', '30/02/26', '1/2', '1.5.2', 'soon', 'null'],
		...['05/06/202', '15/06/20266', '2026-06-15T09:00[Nowhere/City]', '2026-06-15T09:00[+02:00]'],
		...['2026-06-15 -07:00', '2026-06-15Z', '15 2026 Jun'],
	].map((form): Refused => [form, NO_DATE]),
	// Relative times, durations and spans
	['tomorrow 9:00', NO_DATE, ['2026-11-27T09:00']],
	['in 2 hours', NO_DATE, ['2026-11-26T15:00']],
	['2 hours ago', NO_DATE, ['2026-11-26T11:00']],
	['next monday', NO_DATE, ['2026-11-30T00:00']],
	['Friday 9am', NO_DATE, ['2026-11-27T09:00']],
	['09:00', NO_DATE, ['2026-11-26T09:00']],
	['yesterday', NO_DATE, ['2026-11-25T00:00']],
	['PT24H', NO_DATE, ['2026-11-27T13:00']],
	['2026-06-15/2026-06-16', NO_DATE, midnight],
	['2026-06-15/..', NO_DATE, midnight],
	// Objects
	[
		{ dateTime: '2026-06-15T09:00:00', timeZone: 'Pacific Standard Time' },
		NO_DATE,
		['2026-06-15T18:00'],
	],
	[{ dateTime: '2026-06-15T07:00:00.0000000', timeZone: 'UTC' }, NO_DATE, nine],
	[{ start: '2026-06-15', end: '2026-06-16' }, NO_DATE, midnight],
	[{ _seconds: 1781506800, _nanoseconds: 0 }, NO_DATE, nine],
	[{ year: 2026, month: 6, day: 15 }, NO_DATE, midnight],
	[{ $date: '2026-06-15T07:00:00Z' }, NO_DATE, nine],
	[['2026-06-15'], NO_DATE, midnight],
	[{ count: 25000, done: true }, NO_DATE],
	[true, NO_DATE],
];

/** Values of expressions that are no JSON, with the time that they mean or the words of the refusal. */
const EXPRESSIONS: Array<[expression: string, means: string | RegExp]> = [
	['DateTime.fromSeconds(1781506800.123456)', '2026-06-15T09:00:00.123'],
	["DateTime.fromISO('2026-06-15T09:00')", '2026-06-15T09:00'],
	["DateTime.fromISO('2026-06-15T03:00', { zone: 'America/New_York' })", '2026-06-15T09:00'],
	["new Date('2026-06-15T07:00:00Z')", '2026-06-15T09:00'],
	['Duration.fromObject({ hours: 24 })', NO_DATE],
	["$now.diff(DateTime.fromISO('2026-06-15'))", NO_DATE],
	["Interval.fromISO('2026-06-15/2026-06-16')", NO_DATE],
	['Interval.after($now, { hours: 1 }).set({ end: null })', NO_DATE],
	['NaN', NO_DATE],
	['Infinity', NO_DATE],
	["({ ...DateTime.fromISO('2026-06-15T09:00') })", '2026-06-15T09:00'],
];

const UNPARSABLE = `is an invalid DateTime: the input "x" can't be parsed as format d`;
const NOT_ISO = `the input "x" can't be parsed as ISO 8601`;

/** Expressions of times that there are not, and how the message ends in which the field is told so. */
const INVALID: Array<[expression: string, words: string]> = [
	["DateTime.fromFormat('x', 'd')", UNPARSABLE],
	["DateTime.fromFormat('x', 'd').plus({ days: 1 })", UNPARSABLE],
	["({ ...DateTime.fromFormat('x', 'd') })", UNPARSABLE],
	[
		"DateTime.fromFormat('', 'd')",
		`is an invalid DateTime: the input "" can't be parsed as format d`,
	],
	[
		'DateTime.fromISO($json.date)',
		'is an invalid DateTime: the input "null" can\'t be parsed as ISO 8601',
	],
	[
		"DateTime.fromFormat('20261122', 'yyyyMMddHHmmss')",
		`is an invalid DateTime: the input "20261122" can't be parsed as format yyyyMMddHHmmss`,
	],
	[
		'DateTime.fromObject({ month: 13 })',
		'is an invalid DateTime: you specified 13 (of type number) as a month, which is invalid',
	],
	[
		"DateTime.fromISO('2026-06-15', { zone: 'W. Europe Standard Time' })",
		'is an invalid DateTime: the zone "W. Europe Standard Time" is not supported',
	],
	['DateTime.fromMillis(1e17)', 'is an invalid DateTime: Timestamp out of range'],
	['DateTime.fromISO("x".repeat(1000))', `is an invalid DateTime: the input "${'x'.repeat(189)}…`],
	["Duration.fromISO('x')", `is an invalid Duration: ${NOT_ISO}`],
	[
		"$now.diff(DateTime.fromISO('x'))",
		'is an invalid Duration: created by diffing an invalid DateTime',
	],
	["Interval.fromISO('x')", `is an invalid Interval: ${NOT_ISO}`],
	["({ ...Interval.fromISO('x') })", `is an invalid Interval: ${NOT_ISO}`],
	[
		'Interval.fromDateTimes($now, DateTime.fromISO("x"))',
		'is an invalid Interval: missing or invalid end',
	],
	['new Date(NaN)', 'is an invalid Date'],
	["new Date('x')", 'is an invalid Date'],
	["String(DateTime.fromISO('x'))", 'is the text of an invalid DateTime: "Invalid DateTime"'],
	[
		"DateTime.fromISO('x').toFormat('yyyy-MM-dd') + ' 09:00'",
		'is the text of an invalid DateTime: "Invalid DateTime 09:00"',
	],
	["String(Interval.fromISO('x'))", 'is the text of an invalid Interval: "Invalid Interval"'],
	["String(new Date('x'))", 'is the text of an invalid Date: "Invalid Date"'],
	['"Invalid date"', 'is the text of an invalid date: "Invalid date"'],
];

beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(NOW));
afterEach(() => jest.restoreAllMocks());

const run = async (node: string, parameters: IDataObject, dates: unknown[]) =>
	await fixture.run({
		node,
		parameters: parameters as never,
		items: dates.map((date) => ({ date: date as never })),
		timezone: ZONE,
		settings: { onError: 'continueErrorOutput' },
	});

const create = async (expression: string, dates: unknown[] = [null], more: IDataObject = {}) =>
	await run(
		'svcArrangements',
		{
			resource: 'arrangement',
			operation: 'create',
			title: 'Glaze',
			dueAt: `={{ ${expression} }}`,
			...more,
		},
		dates,
	);

const search = async (expression: string, dates: unknown[]) =>
	await run(
		'svcRecords',
		{
			resource: 'record',
			operation: 'search',
			keyword: 'glaze',
			period: 'custom',
			firstDay: `={{ ${expression} }}`,
			filters: { timezone: 'America/New_York' },
		},
		dates,
	);

/** Message and advice of a run for each of its items. */
function refusalsOf({ errors }: Awaited<ReturnType<typeof run>>): Map<number, string[]> {
	return new Map(
		(errors as Array<{ json: IDataObject; pairedItem: { item: number } }>).map(
			({ json: { error, details }, pairedItem: { item } }) => [
				item,
				[String(error), String((details as IDataObject).description)],
			],
		),
	);
}

/** The due times that were sent, by the number of the item. */
const dueTimes = () =>
	fixture
		.asked('createArrangements')
		.flatMap(({ items }) => items as IDataObject[])
		.map(({ due_at }) => iso(Number(due_at)));

/** The time of a text in Berlin. */
const inBerlin = (text: string) => {
	const utc = Date.parse(`${text}Z`);
	const name = new Intl.DateTimeFormat('en', { timeZone: ZONE, timeZoneName: 'longOffset' });
	const [first, second] = [utc - 3 * 3_600_000, utc].map((time) => {
		const part = name.formatToParts(time).find(({ type }) => type === 'timeZoneName')!;
		return Date.parse(text + (part.value.slice(3) || 'Z'));
	});
	return text.startsWith('2026-10-25') ? first : second;
};

const times = (texts: string[]) => texts.map((text) => iso(inBerlin(text)));

const waysIn = (advice: string) => [...advice.matchAll(/\{\{ (.*?) \}\}/g)].map(([, way]) => way);

/** The times that the expressions of a refusal give for its value. */
async function timesOf(ways: string[], value: unknown): Promise<string[]> {
	const before = dueTimes().length;
	for (const way of ways) expect(jsonOf((await create(way, [value])).errors)).toEqual([]);
	return dueTimes().slice(before);
}

const dayInNewYork = (time: number) =>
	new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(time);

/** Each form on a line of its own, and what it means. */
const forms = Object.entries(READ).flatMap(([means, all]) => all.map((form) => ({ form, means })));

it('reads each form that can mean only one time as that time', async () => {
	const outcome = await create(
		'$json.date',
		forms.map(({ form }) => form),
	);
	expect([...refusalsOf(outcome).values()]).toEqual([]);
	const sent = dueTimes().map((time, i) => [forms[i].form, time]);
	expect(sent).toEqual(forms.map(({ form, means }) => [form, iso(inBerlin(means))]));
});

it('refuses the others, and each expression of a message gives the time that a person reads', async () => {
	const values = REFUSED.map(([form]) => form);
	const refusals = refusalsOf(await create('$json.date', values));
	expect(fixture.asked('createArrangements')).toEqual([]);
	const told: unknown[] = [];
	for (const [i, [form, words]] of REFUSED.entries()) {
		const [message = 'read', advice = ''] = refusals.get(i) ?? [];
		const ways = waysIn(advice);
		told.push([form, words.test(message) || message, await timesOf(ways, form)]);
		expect(message + advice).not.toMatch(/\.ts\b/);
	}
	expect(told).toEqual(
		REFUSED.map(([form, , means = [], offered = 0]) => [
			form,
			true,
			times(means).slice(0, offered),
		]),
	);
});

it('refuses them as a day too, and each expression gives that day', async () => {
	const refusals = refusalsOf(
		await search(
			'$json.date',
			REFUSED.map(([form]) => form),
		),
	);
	expect(fixture.requests).toEqual([]);
	for (const [i, [form, words, means = [], offered = 0]] of REFUSED.entries()) {
		const [message, advice] = refusals.get(i)!;
		expect([form, message]).toEqual([form, expect.stringMatching(words)]);
		const ways = waysIn(advice);
		expect(ways).toHaveLength(offered);
		for (const [j, way] of ways.entries()) {
			expect(jsonOf((await search(way, [form])).errors)).toEqual([]);
			// A written day means itself, and a moment its day in the zone of the field
			const isDay = way.endsWith('.toISODate()');
			const day = isDay ? means[j].slice(0, 10) : dayInNewYork(inBerlin(means[j]));
			expect([form, fixture.bodies.at(-1)!.start_date]).toEqual([form, day]);
		}
	}
});

it.each(EXPRESSIONS)('knows what {{ %s }} means', async (expression, means) => {
	const [[message, advice] = []] = [...refusalsOf(await create(expression)).values()];
	if (typeof means === 'string') {
		expect(message).toBeUndefined();
		expect(dueTimes()).toEqual(times([means]));
		return;
	}
	expect(message).toMatch(means);
	expect(waysIn(advice)).toEqual([]);
	expect(fixture.requests).toEqual([]);
});

describe.each(INVALID)('{{ %s }}', (expression, words) => {
	it('is told as the invalid time that it is, with no way to take a part of it', async () => {
		for (const run of [create, search]) {
			const [[message, advice]] = refusalsOf(await run(expression, [null])).values();
			expect(message).toContain(words);
			expect(advice).not.toContain('{{');
		}
		expect(fixture.requests).toEqual([]);
	});
});

describe('an invalid DateTime', () => {
	const INVALID_DATE = `={{ ${INVALID[0][0]} }}`;
	const custom = { operation: 'getAll', period: 'custom' };

	it.each<[string, string, IDataObject]>([
		['After', 'svcCalls', { resource: 'call', ...custom, after: INVALID_DATE }],
		['Before', 'svcCalls', { resource: 'call', ...custom, before: INVALID_DATE }],
		[
			'Due',
			'svcArrangements',
			{
				resource: 'arrangement',
				operation: 'update',
				arrangement: uid('arr_1'),
				updateFields: { dueAt: INVALID_DATE },
			},
		],
		[
			'Time',
			'svcRecords',
			{
				resource: 'record',
				operation: 'create',
				text: 'Glaze',
				additionalFields: { sendAt: INVALID_DATE },
			},
		],
		['Text', 'svcRecords', { resource: 'record', operation: 'create', text: INVALID_DATE }],
	])('is told as that in %s of %s, and of its tool', async (field, node, parameters) => {
		const { error } = await fixture.run({ node, parameters } as never);
		expect(error?.message).toContain(`'${field}' ${UNPARSABLE}`);
		const tool = { node: `${node}Tool`, parameters, credential: fixture.credential, calls: [{}] };
		const [{ failed }] = await callTool(tool as never);
		expect(failed).toContain(UNPARSABLE);
		expect(fixture.requests).toEqual([]);
	});

	it('is told as that in a trigger', async () => {
		const { error } = await pollNode({
			node: 'svcCallsTrigger',
			credential: fixture.credential,
			parameters: { event: 'newCall', startFrom: 'date', startDate: INVALID_DATE },
		});
		expect(error?.message).toContain(`'Start Date' ${UNPARSABLE}`);
	});
});

describe('the advice', () => {
	it.each([
		["={{ $json['Fällig'] }}", "$json['Fällig']"],
		['={{$json.due.on}}', '$json.due.on'],
	])('names the column of %s', async (dueAt, column) => {
		const { errors } = await fixture.run({
			node: 'svcArrangements',
			parameters: { resource: 'arrangement', operation: 'create', title: 'Glaze', dueAt },
			items: [{ Fällig: '22/11/26', due: { on: '22/11/26' } }],
			settings: { onError: 'continueErrorOutput' },
		});
		const [{ details }] = jsonOf(errors);
		expect((details as IDataObject).description).toContain(
			` enter {{ DateTime.fromFormat(${column}, 'd/M/yy') }}.`,
		);
	});

	it.each(['22/11/26', '={{ "22/11/" + "26" }}', '=22/11/{{ 26 }}'])(
		'has no expression without a column: %s',
		async (dueAt) => {
			const [[message, advice]] = refusalsOf(await create('', ['x'], { dueAt })).values();
			expect(message).toMatch(SHORT_YEAR);
			expect(advice).toBe(
				'Nothing was sent for this item. Write the year with four digits. Correct the value or its expression.',
			);
		},
	);

	it.each([
		['day', "'d/M/yy'"],
		['month', "'M/d/yy'"],
	])('has the order alone that is set: %s', async (dayOrMonthFirst, format) => {
		const more = { options: { dayOrMonthFirst } };
		const [[, advice]] = refusalsOf(await create('$json.date', ['05/06/26'], more)).values();
		expect(waysIn(advice)).toEqual([`DateTime.fromFormat($json.date, ${format})`]);
	});

	it('of several items is whole for each kind of problem', async () => {
		const { error } = await fixture.run({
			node: 'svcArrangements',
			parameters: {
				resource: 'arrangement',
				operation: 'create',
				title: 'Glaze',
				dueAt: '={{ $json.date }}',
			},
			items: ['22/11/26', 'soon', '2026-06-15', '23/11/26'].map((date) => ({ date })),
		});
		expect(error?.description).toMatch(
			/^Nothing was sent\. Items 1, 4: Write the year with four digits\. If all items .* expression\. Item 2: Write it as 2026-01-31T09:00:00, or in another form of https:.*/,
		);
	});
});

describe('a date that stands for none', () => {
	const NONE: Array<[value: string, words: RegExp]> = [
		["'0001-01-01T00:00:00Z'", /is 0001-01-01, the empty date of \.NET: /],
		["'1899-12-30'", /is 1899-12-30, the empty date of Excel: /],
		["DateTime.fromISO('1899-12-30')", /is 1899-12-30, the empty date of Excel: /],
		["'01/01/1900'", /is 1900-01-01, the empty date of SQL Server: /],
		['new Date(null)', /is 1970-01-01, the first day of Unix time, .*: /],
		['DateTime.fromMillis(0)', /is 1970-01-01, /],
		["'1970-01-01'", /is 1970-01-01, /],
		["'9999-12-31T23:59:59.9999999'", /is 9999-12-31, /],
		["new Date('9999-12-31T23:59:59.999Z')", /is 9999-12-31, /],
		["'0226-06-15'", /is not in the years 1971 to 2199: "0226-06-15"/],
		["'15/06/2569'", /is not in the years 1971 to 2199: /],
		["new Date('1970-12-31T22:59:59Z')", /is not in the years 1971 to 2199: /],
		["'2200-01-01'", /is not in the years 1971 to 2199: /],
	];

	it.each(NONE)('is not written: {{ %s }}', async (expression, words) => {
		const [{ arrangement_uid }] = fixture.service.account('a').arrangements.values();
		const update = {
			operation: 'update',
			arrangement: uid(arrangement_uid),
			updateFields: { dueAt: `={{ ${expression} }}` },
		};
		const [[created]] = refusalsOf(await create(expression)).values();
		const [[updated, advice]] = refusalsOf(await create('', [null], update)).values();
		expect([created, updated]).toEqual([expect.stringMatching(words), created]);
		expect(advice).toContain("To empty the field, choose it under 'Clear Fields'.");
		const write = { resource: 'record', operation: 'create', text: 'Glaze' };
		const sendAt = { sendAt: `={{ ${expression} }}` };
		const more = { ...write, additionalFields: sendAt };
		const [[noted]] = refusalsOf(await run('svcRecords', more, [null])).values();
		expect(noted).toBe(created.replace("'Due'", "'Time'"));
		expect(fixture.requests).toEqual([]);
	});

	it.each(NONE)('selects like any other: {{ %s }}', async (expression) => {
		const after = `={{ ${expression} }}`;
		const list = { resource: 'record', operation: 'getAll', period: 'custom', after };
		const { errors } = await run('svcRecords', list, [null]);
		expect(jsonOf(errors).filter(({ error }) => /is \d|is not in/.test(String(error)))).toEqual([]);
	});

	it('begins a trigger like any other', async () => {
		const { error } = await pollNode({
			node: 'svcCallsTrigger',
			credential: fixture.credential,
			parameters: { event: 'newCall', startFrom: 'date', startDate: '1970-01-01' },
		});
		expect(error).toBeUndefined();
	});

	it.each(["'1971-01-01'", "'2199-12-31T23:59'", "new Date('1970-12-31T23:00:00Z')"])(
		'is none of the times that are written: {{ %s }}',
		async (expression) => {
			expect(jsonOf((await create(expression)).errors)).toEqual([]);
		},
	);
});

describe('generated forms', () => {
	const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];
	const pad = (part: number) => String(part).padStart(2, '0');

	/** A name in a language, as n8n's Node.js writes it. */
	const nameOf = (at: number, language: string, style: Intl.DateTimeFormatOptions) =>
		new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' })
			.formatToParts(at)
			.find(({ type }) => type in style)!.value;

	const ZONES: Array<[text: string, hours: number]> = [
		['Z', 0],
		[' UTC', 0],
		[' +0530', 5.5],
		['-08:00', -8],
		[' EST', -5],
		[' PDT', -7],
		['[Asia/Tokyo]', 9],
		['+09:00[Asia/Tokyo]', 9],
	];

	const form = fc.record({
		at: fc.integer({
			min: Date.UTC(1971, 0, 2) / 86_400_000,
			max: Date.UTC(2199, 11, 30) / 86_400_000,
		}),
		hour: fc.integer({ min: 4, max: 23 }),
		minute: fc.integer({ min: 0, max: 59 }),
		shape: fc.constantFrom('iso', 'numbers', 'month first', 'named', 'short year'),
		separator: fc.constantFrom('/', '-', '.'),
		language: fc.constantFrom(...LANGUAGES),
		style: fc.constantFrom('long' as const, 'short' as const),
		hasWeekday: fc.boolean(),
		clock: fc.constantFrom('none', '24', '24s', '12', 'Uhr'),
		zone: fc.option(fc.constantFrom(...ZONES), { freq: 1 }),
		hidden: fc.option(fc.constantFrom('\u200E', '\uFEFF', '\u200B', '\u2060'), { freq: 1 }),
	});

	/** The text of a form, and the times that a person can read in it. */
	function written(of: typeof form extends fc.Arbitrary<infer Form> ? Form : never) {
		const { hour, minute, shape, separator, language, style, clock, zone, hidden } = of;
		// People take a short year for one near now, and Luxon for one from 1961 to 2060
		const at = 86_400_000 * (shape === 'short year' ? 400 + (of.at % 32_000) : of.at);
		const [year, month, day] = new Date(at).toISOString().slice(0, 10).split('-');
		const name = nameOf(at, language, { month: style });
		const weekday = of.hasWeekday ? `${nameOf(at, language, { weekday: style })}, ` : '';
		const short = shape === 'short year' ? year.slice(2) : year;
		const numbers = [...(shape === 'month first' ? [month, day] : [day, month]), short];
		const date =
			{
				iso: `${year}-${month}-${day}`,
				named: `${weekday}${Number(day)}${language === 'de' ? '.' : ''} ${name} ${year}`,
			}[shape as 'iso'] ?? numbers.join(separator);
		const time = {
			none: '',
			'24': ` ${pad(hour)}:${pad(minute)}`,
			'24s': `, ${hour}:${pad(minute)}:00`,
			'12': ` ${hour % 12 || 12}:${pad(minute)} ${hour < 12 ? 'AM' : 'PM'}`,
			Uhr: ` ${hour}:${pad(minute)} Uhr`,
		}[clock]!;
		const text = date + time + (time && zone ? zone[0] : '');
		const isOpen = ['numbers', 'month first', 'short year'].includes(shape);
		const orders =
			isOpen && Number(day) <= 12 && day !== month ? [numbers, [numbers[1], numbers[0]]] : [];
		const days =
			orders.length === 0
				? [`${year}-${month}-${day}`]
				: orders.map(([d, m]) => `${year}-${m}-${d}`);
		const isDayFirst = separator === '.' && orders.length > 0;
		const clockText = time ? `T${pad(hour)}:${pad(minute)}` : 'T00:00';
		const means = (isDayFirst ? days.slice(0, 1) : days).map((each) => {
			const local = each + clockText;
			return time && zone ? Date.parse(`${local}Z`) - zone[1] * 3_600_000 : inBerlin(local);
		});
		return { text: hidden ? hidden + text : text, means, isShort: shape === 'short year' };
	}

	it('are read as one of the times that a person reads there, as is what a message offers', async () => {
		const samples = fc.sample(form, { numRuns: 1000, seed: SEED }).map(written);
		const outcome = await create(
			'$json.date',
			samples.map(({ text }) => text),
		);
		const refusals = refusalsOf(outcome);
		const sent = dueTimes()[Symbol.iterator]();
		const offers: Array<{ text: string; way: string; means: number }> = [];
		for (const [i, { text, means, isShort }] of samples.entries()) {
			const [message, advice = ''] = refusals.get(i) ?? [];
			if (message === undefined) expect([text, sent.next().value]).toEqual([text, iso(means[0])]);
			const isOne = means.length === 1 && !isShort;
			expect([text, message]).toEqual([
				text,
				isOne ? undefined : expect.stringMatching(isShort ? SHORT_YEAR : TWO_DAYS),
			]);
			for (const [j, way] of waysIn(advice).entries())
				offers.push({ text, way, means: means[j] ?? means[0] });
		}
		expect(offers.length).toBeGreaterThan(50);
		const before = dueTimes().length;
		for (const way of new Set(offers.map((offer) => offer.way))) {
			const those = offers.filter((offer) => offer.way === way);
			const { errors } = await create(
				way,
				those.map(({ text }) => text),
			);
			expect(jsonOf(errors)).toEqual([]);
			expect(dueTimes().slice(-those.length)).toEqual(those.map(({ means }) => iso(means)));
		}
		expect(dueTimes()).toHaveLength(before + offers.length);
	});
});

describe('docs/dates.md', () => {
	const page = readFileSync('docs/dates.md', 'utf8');
	const sections = new Map(
		page.split(/^## /m).map((section) => [section.split('\n')[0], section] as const),
	);
	const rows = (section: string) => rowsOf('docs/dates.md', section);
	const codesIn = (cell: string) => [...cell.matchAll(/`(.*?)`/g)].map(([, code]) => code);
	/** A value of a column; JSON if it is a number or an object. */
	const valueOf = (code: string) =>
		/^(?:\{|[\d.]+$)/.test(code) && !/^\d\d\.\d\d\./.test(code)
			? (JSON.parse(code) as unknown)
			: code;

	it('says what forms mean, and its expressions give these times', async () => {
		for (const cells of rows('Dates from other systems')) {
			const [means] = codesIn(cells.at(-1)!);
			if (means === undefined) continue;
			const values = codesIn(cells[0]).map(valueOf);
			const way = cells.length > 2 ? codesIn(cells[1])[0].slice(3, -3) : undefined;
			const before = dueTimes().length;
			const refused = refusalsOf(await create('$json.date', values)).size;
			expect([cells[0], refused]).toEqual([cells[0], way ? values.length : 0]);
			if (way) await create(way, values);
			expect([cells[0], dueTimes().slice(before)]).toEqual([
				cells[0],
				values.map(() => times([means])[0]),
			]);
		}
	});

	it('has expressions for the times of Microsoft and of Google Tasks', async () => {
		const given = {
			start: { dateTime: '2026-11-22T08:30:00.0000000', timeZone: 'UTC' },
			due: '2026-11-22T00:00:00.000Z',
		};
		const ways = codesIn(sections.get('Dates from other systems')!.split('\n- ').slice(1).join(' '))
			.filter((code) => code.startsWith('{{'))
			.map((code) => code.slice(3, -3).replaceAll('$json', '$json.date'));
		expect(await timesOf(ways, given)).toEqual(times(['2026-11-22T09:30', '2026-11-22T00:00']));
	});

	it('has expressions for times relative to now that date fields take', async () => {
		for (const section of ['Other spans of time', 'Relative times'])
			for (const [, ...cells] of rows(section))
				for (const code of cells.flatMap(codesIn).filter((each) => each.startsWith('{{')))
					expect([code, jsonOf((await create(code.slice(3, -3))).errors)]).toEqual([code, []]);
	});

	it('has expressions for texts that give these texts', async () => {
		for (const [text, cell] of rows('Times in texts')) {
			const title = `=${codesIn(cell)[0]}`;
			await fixture.run({
				node: 'svcArrangements',
				parameters: { resource: 'arrangement', operation: 'create', title },
				items: [{ due_at: '2026-11-22T09:30:00.000+01:00' }],
				timezone: ZONE,
			});
			const [item] = fixture.asked('createArrangements').at(-1)!.items as IDataObject[];
			expect(item.title).toBe(text === 'in another zone' ? '03:30' : text);
		}
	});
});
