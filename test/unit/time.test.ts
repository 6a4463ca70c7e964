import { tryToParseDateTime } from 'n8n-workflow';

import { toDay, toMillis } from '../../nodes/shared/values/dates';

const ZONE = 'America/New_York';
const TEN = Date.parse('2026-01-15T15:00:00Z');

it.each([
	['an ISO text without zone, in the workflow zone', '2026-01-15T10:00:00', TEN],
	['a blank between date and time', '2026-01-15 10:00:00', TEN],
	['no seconds', '2026-01-15T10:00', TEN],
	['blanks around', ' 2026-01-15T10:00 ', TEN],
	['UTC', '2026-01-15T15:00:00Z', TEN],
	['an offset', '2026-01-15T16:00:00+01:00', TEN],
	['an offset without colon', '2026-01-15T16:00:00+0100', TEN],
	['milliseconds in the text', '2026-01-15T15:00:00.250Z', TEN + 250],
	['a day, from its midnight in the workflow zone', '2026-01-15', TEN - 36_000_000],
	['a leap day', '2028-02-29T00:00:00Z', Date.UTC(2028, 1, 29)],
	['a Date', new Date(TEN), TEN],
	['a Luxon DateTime', tryToParseDateTime('2026-01-15T15:00:00Z'), TEN],
	['Unix milliseconds', TEN, TEN],
	['Unix milliseconds as text', String(TEN), TEN],
	['a blank before the offset', '2026-01-15T16:00:00 +01:00', TEN],
	['a blank before Z', '2026-01-15T15:00:00 Z', TEN],
	['blanks before the time and the offset', '2026-01-15 16:00:00 +01:00', TEN],
	['a text before 1973', '1970-01-01T00:00:00Z', 0],
	['a text before 1970', '1965-05-01T00:00:00Z', Date.UTC(1965, 4, 1)],
	['the first day of the first year', '0001-01-01T00:00:00Z', -62_135_596_800_000],
	['a Date before 1970', new Date(-1), -1],
	['the first Unix milliseconds of 1990', 631_152_000_000, 631_152_000_000],
	['the last Unix milliseconds of 2100, as text', '4133980799999', 4_133_980_799_999],
])('reads %s', (_what, value, millis) => {
	expect(toMillis(value, ZONE)).toBe(millis);
});

it.each([
	'banana',
	'banana 1',
	'tomorrow',
	'2026',
	'2026-13-01',
	'2026-02-30',
	'2027-02-29T00:00:00Z',
	'2026-01-15T25:00:00',
	'2026-01-15T10:61:00',
	'05/06/2026',
	'2026-01-15T10:00:00 or so',
	'12',
	0,
	19_999,
	19_999.999,
	80_001,
	'80001',
	-46188,
	20260615,
	TEN / 1000,
	TEN * 1000,
	99_999_999_999,
	-99_999_999_999,
	631_151_999_999,
	4_133_980_800_000,
	-TEN,
	String(-TEN),
	-1,
	1.5,
	NaN,
	Infinity,
	true,
	{},
	[],
	null,
	undefined,
	new Date(NaN),
])('refuses %p', (value) => {
	expect(toMillis(value, ZONE)).toBeUndefined();
});

it('knows daylight saving time', () => {
	expect(toMillis('2026-07-15T10:00:00', ZONE)).toBe(Date.parse('2026-07-15T14:00:00Z'));
});

it.each([
	// Clocks are set back to midnight: the day starts with the first of two midnights
	['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z'],
	['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00Z'],
	// Clocks are set back before midnight, or forward at midnight, which does not exist then
	['America/Sao_Paulo', '2018-02-18', '2018-02-18T03:00:00Z'],
	['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00Z'],
	['Africa/Cairo', '2026-10-30', '2026-10-29T22:00:00Z'],
	['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z'],
])('reads a date without a time as the start of its day (%s, %s)', (zone, date, begins) => {
	expect(toMillis(date, zone)).toBe(Date.parse(begins));
	expect(toDay(Date.parse(begins), zone)).toBe(date);
	expect(toDay(Date.parse(begins) - 1, zone)).not.toBe(date);
});

describe('the day number of a spreadsheet', () => {
	it.each([
		['Europe/Berlin', 46357.375, '2026-12-01T08:00:00Z'],
		['Europe/Berlin', '46357.375', '2026-12-01T08:00:00Z'],
		['America/New_York', 46357.375, '2026-12-01T14:00:00Z'],
		['UTC', 46357, '2026-12-01T00:00:00Z'],
		['Europe/Berlin', ' 46357 ', '2026-11-30T23:00:00Z'],
		// Fractions have no exact binary form
		['UTC', 46357.7083333333, '2026-12-01T17:00:00Z'],
		['UTC', 46357.3958333, '2026-12-01T09:30:00Z'],
		['UTC', 46357.999999999, '2026-12-02T00:00:00Z'],
		['UTC', 20_000, '1954-10-03T00:00:00Z'],
		['UTC', 25_568.5, '1969-12-31T12:00:00Z'],
		['UTC', 80_000, '2119-01-11T00:00:00Z'],
		// A day with two midnights, one without, and a time after the change of clocks
		['America/Havana', 46327, '2026-11-01T04:00:00Z'],
		['America/Sao_Paulo', 43408, '2018-11-04T03:00:00Z'],
		['Europe/Berlin', 46320.5, '2026-10-25T11:00:00Z'],
	])('is a time in %s: %p', (zone, value, time) => {
		expect(toMillis(value, zone)).toBe(Date.parse(time));
	});

	it.each(['Europe/Berlin', 'America/New_York', 'Asia/Tokyo'])('is its own day in %s', (zone) => {
		expect(toDay(46357, zone)).toBe('2026-12-01');
		expect(toDay('46357.999', zone)).toBe('2026-12-01');
	});
});

it('gives no day for times before the first year', () => {
	expect(toDay(-200_000_000_000_000, ZONE)).toBeUndefined();
	expect(toDay('0001-01-01', ZONE)).toBe('0001-01-01');
	expect(toDay('1965-05-01T00:00:00Z', ZONE)).toBe('1965-04-30');
});

describe.each(['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z'])('in a run at %s', (now) => {
	beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now)));
	afterEach(() => jest.restoreAllMocks());

	it.each([
		['Europe/Berlin', '2026-10-25T02:15', '2026-10-25T00:15:00Z'],
		['Europe/Berlin', '2026-10-25 02:15', '2026-10-25T00:15:00Z'],
		['Europe/Berlin', '25 Oct 2026 2:15 AM', '2026-10-25T00:15:00Z'],
		['Europe/London', '2026-10-25T01:15', '2026-10-25T00:15:00Z'],
		['America/New_York', '2026-11-01T01:15', '2026-11-01T05:15:00Z'],
		['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00Z'],
		['America/Havana', '2026-11-01T00:30', '2026-11-01T04:30:00Z'],
		['Europe/Berlin', '2026-10-25T02:15+02:00', '2026-10-25T00:15:00Z'],
		['Europe/Berlin', '2026-10-25T02:15+01:00', '2026-10-25T01:15:00Z'],
		['Europe/Berlin', '2026-10-25T01:59:59.999', '2026-10-24T23:59:59.999Z'],
		['Europe/Berlin', '2026-10-25T03:00', '2026-10-25T02:00:00Z'],
		['Europe/Berlin', '2026-03-29T02:15', '2026-03-29T01:15:00Z'],
		['Europe/Berlin', '2026-03-29T03:00', '2026-03-29T01:00:00Z'],
		['America/New_York', '2026-03-08T02:15', '2026-03-08T07:15:00Z'],
	])('a change of clocks in %s: %s is %s', (zone, text, time) => {
		expect(toMillis(text, zone)).toBe(Date.parse(time));
	});
});
