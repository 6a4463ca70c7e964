import { fc } from '../support/random';

import { dayOrMonthFirst } from '../../nodes/shared/form';
import { dateText, inWords } from '../../nodes/shared/values/dateTexts';
import { toDay, toMillis } from '../../nodes/shared/values/dates';

const ZONE = 'Europe/Berlin';
const DAY = Date.parse('2026-11-21T23:00:00Z');
const HALF_PAST_NINE = Date.parse('2026-11-22T08:30:00Z');

it.each([
	'2026/11/22',
	'2026.11.22',
	'22/11/2026',
	'11/22/2026',
	'22.11.2026',
	'22-11-2026',
	'22 Nov 2026',
	'22-Nov-2026',
	'22nd November 2026',
	'Nov 22, 2026',
	'Nov. 22 2026',
	'NOVEMBER 22ND, 2026',
	'Sunday, 22 November 2026',
	'Sun Nov 22 2026',
])('reads %s as a day of the workflow’s time zone', (text) => {
	expect(toMillis(text, ZONE)).toBe(DAY);
	expect(toDay(text, ZONE)).toBe('2026-11-22');
});

it.each([
	'22/11/2026 09:30',
	'11/22/2026, 9:30 AM',
	'22 Nov 2026 09:30',
	'22 Nov 2026 09:30:00.000',
	'Nov 22, 2026 9:30am',
	'Nov 22, 2026 at 9:30 a.m.',
	'Sun, 22 Nov 2026 09:30:00 +0100',
	'Sun, 22 Nov 2026 09:30:00 +0100 (CET)',
	'Sun, 22 Nov 2026 08:30:00 GMT',
	'22 Nov 2026 08:30 UTC',
	'22 Nov 2026 08:30Z',
	'Sun Nov 22 2026 09:30:00 GMT+0100 (Central European Standard Time)',
	'2026/11/22 09:30',
])('reads %s with its time', (text) => {
	expect(toMillis(text, ZONE)).toBe(HALF_PAST_NINE);
});

it.each([
	['22 Nov 2026 12 AM', '2026-11-21T23:00:00Z'],
	['22 Nov 2026 12:05 PM', '2026-11-22T11:05:00Z'],
	['22 Nov 2026 9 PM', '2026-11-22T20:00:00Z'],
	['5/5/2026', '2026-05-04T22:00:00Z'],
	['29 Feb 2028', '2028-02-28T23:00:00Z'],
	['Sept 1, 2026', '2026-08-31T22:00:00Z'],
])('reads %s as %s', (text, time) => {
	expect(toMillis(text, ZONE)).toBe(Date.parse(time));
});

it.each([
	'22 Nov 26',
	'22/11/26',
	'31/11/2026',
	'32 Nov 2026',
	'29 Feb 2027',
	'13/13/2026',
	'22 Nov',
	'November 2026',
	'22 Novembre 2026',
	'22 Nov 2026 13 PM',
	'22 Nov 2026 0 AM',
	'22 Nov 2026 9',
	'22 Nov 2026 25:00',
	'22 Nov 2026 09:30 EST',
	'Monday, 22 November 2026',
	'22/11-2026',
	'next Tuesday',
	'1/2',
	'1.5.2',
])('refuses %s', (text) => {
	expect(toMillis(text, ZONE)).toBeUndefined();
});

it('reads every day as its locales write it, or finds that it can mean two days', () => {
	const forms = [
		['en-GB', { dateStyle: 'short' }, true],
		['en-US', { year: 'numeric', month: '2-digit', day: '2-digit' }, true],
		['de-DE', { year: 'numeric', month: '2-digit', day: '2-digit' }, true],
		['en-GB', { dateStyle: 'medium' }, false],
		['en-US', { dateStyle: 'medium' }, false],
		['en-US', { dateStyle: 'full' }, false],
		['en-GB', { dateStyle: 'full' }, false],
	] as const;
	const time = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2200, 0, 1) });
	fc.assert(
		fc.property(fc.constantFrom(...forms), time, ([locale, style, isNumeric], at) => {
			const day = new Date(at).toISOString().slice(0, 10);
			const text = new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' }).format(at);
			const [year, month, date] = day.split('-');
			const read = dateText(text)!;
			if (isNumeric && Number(date) <= 12 && date !== month) {
				const other = `${year}-${date}-${month}`;
				expect(read).toMatchObject({ readings: locale === 'en-US' ? [other, day] : [day, other] });
				const order = locale === 'en-US' ? 'month' : 'day';
				expect(dateText(text, order)).toEqual({ iso: day });
			} else {
				expect(read).toEqual({ iso: day });
				for (const order of ['day', 'month'] as const)
					expect(dateText(text, order)).toEqual({ iso: day });
			}
		}),
	);
});

it('names both days of a date that can mean two', () => {
	expect(dateText('05/06/2026 9:30')).toEqual({
		readings: ['2026-06-05', '2026-05-06'],
		formats: ['d/M/yyyy H:mm', 'M/d/yyyy H:mm'],
	});
	expect(inWords(['2026-06-05', '2026-05-06'])).toBe('5 June or 6 May 2026');
	expect(toMillis('05/06/2026 09:30', 'UTC', 'day')).toBe(Date.parse('2026-06-05T09:30:00Z'));
	expect(toMillis('05/06/2026 09:30', 'UTC', 'month')).toBe(Date.parse('2026-05-06T09:30:00Z'));
});

it('settles the date as the option describes it', () => {
	const days = dayOrMonthFirst.options!.map((option) => [
		(option as { value: string }).value,
		(option as { description: string }).description,
	]);
	expect(days).toEqual([
		['day', '05/06/2026 is 5 June 2026'],
		['month', '05/06/2026 is 6 May 2026'],
	]);
});
