import { tryToParseDateTime } from 'n8n-workflow';

import { looksLikeSeconds, toMillis } from '../../nodes/shared/fields/time';

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
	['the epoch', 0, 0],
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
	'15.01.2026',
	'01/15/2026',
	'2026-01-15T10:00:00 or so',
	'12',
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

it('knows summer time', () => {
	expect(toMillis('2026-07-15T10:00:00', ZONE)).toBe(Date.parse('2026-07-15T14:00:00Z'));
});

it('tells seconds from milliseconds where their size does', () => {
	expect(looksLikeSeconds(TEN / 1000)).toBe(true);
	expect(looksLikeSeconds(TEN)).toBe(false);
	expect(looksLikeSeconds(0)).toBe(false);
});
