import { fc } from '../support/random';

import { choiceOfPeriod, PAST, period, type Period } from '../../nodes/shared/form';
import { due } from '../../nodes/Arrangements/shared/due';
import { inPeriod } from '../../nodes/shared/values';
import { spanOf } from '../../nodes/shared/values/periods';
import { share } from '../support/effort';

/** Periods of whole days, with their first day and the day after the last as dates, by a calendar of its own. */
const EXPECTED: Partial<Record<Period, (today: string) => [first: string, end: string]>> = {
	last30Days: (today) => [plus(today, -29), plus(today, 1)],
	last7Days: (today) => [plus(today, -6), plus(today, 1)],
	lastMonth: (today) => [monthOf(plus(monthOf(today), -1)), monthOf(today)],
	lastWeek: (today) => [plus(mondayOf(today), -7), mondayOf(today)],
	next7Days: (today) => [today, plus(today, 7)],
	thisMonth: (today) => [monthOf(today), monthOf(plus(monthOf(today), 31))],
	thisWeek: (today) => [mondayOf(today), plus(mondayOf(today), 7)],
	today: (today) => [today, plus(today, 1)],
	tomorrow: (today) => [plus(today, 1), plus(today, 2)],
	yesterday: (today) => [plus(today, -1), today],
};
const DAY_PERIODS = Object.keys(EXPECTED) as Period[];

function plus(date: string, days: number): string {
	return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}
const monthOf = (date: string) => `${date.slice(0, 8)}01`;
function mondayOf(date: string): string {
	let day = date;
	while (new Date(day).getUTCDay() !== 1) day = plus(day, -1);
	return day;
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** Date of a time in a time zone, by Intl. */
function dateIn(zone: string, time: number): string {
	const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone });
	formats.set(zone, format);
	return format.format(time);
}

const ZONES = [
	'UTC',
	'Europe/Berlin',
	'America/New_York',
	'America/Sao_Paulo',
	'America/Havana',
	'Africa/Cairo',
	'Asia/Kathmandu',
	'Atlantic/Azores',
	'Australia/Lord_Howe',
	'Pacific/Kiritimati',
];
const FROM = Date.parse('2000-01-01');
const TO = Date.parse('2037-01-01');

/** Days with a change of clocks at or near midnight, which are tested with the days around them. */
const CHANGES = [
	['America/Sao_Paulo', '2018-11-04'],
	['America/Sao_Paulo', '2018-02-18'],
	['America/Havana', '2026-11-01'],
	['Africa/Cairo', '2026-04-24'],
	['Africa/Cairo', '2026-10-30'],
	['Atlantic/Azores', '2026-10-25'],
	['Europe/Berlin', '2026-03-29'],
	['Australia/Lord_Howe', '2026-04-05'],
];

describe.each(DAY_PERIODS)('%s', (period) => {
	it('begins and ends to the millisecond with its days, at any time in any zone', () => {
		fc.assert(
			fc.property(fc.constantFrom(...ZONES), fc.integer({ min: FROM, max: TO }), (zone, now) => {
				const { start, end } = spanOf(period, zone, now);
				const [first, after] = EXPECTED[period]!(dateIn(zone, now));
				expect([start! - 1, start!, end! - 1, end!].map((time) => dateIn(zone, time))).toEqual([
					plus(first, -1),
					first,
					plus(after, -1),
					after,
				]);
			}),
		);
	});

	it.each(share(CHANGES))('is right around a change of clocks (%s, %s)', (zone, changed) => {
		const noon = Date.parse(`${changed}T12:00:00Z`);
		for (let hours = -24 * 40; hours <= 24 * 40; hours += 7) {
			const now = noon + hours * 3_600_000;
			const { start, end } = spanOf(period, zone, now);
			const [first, after] = EXPECTED[period]!(dateIn(zone, now));
			expect([dateIn(zone, start! - 1), dateIn(zone, start!)]).toEqual([plus(first, -1), first]);
			expect([dateIn(zone, end! - 1), dateIn(zone, end!)]).toEqual([plus(after, -1), after]);
		}
	});
});

it('any day belongs to exactly one of last week, this week and the days around them', () => {
	fc.assert(
		fc.property(fc.constantFrom(...ZONES), fc.integer({ min: FROM, max: TO }), (zone, now) => {
			const [last, now_] = [spanOf('lastWeek', zone, now), spanOf('thisWeek', zone, now)];
			expect(last.end).toBe(now_.start);
			expect(now_.start! <= now && now < now_.end!).toBe(true);
			const [before, month] = [spanOf('lastMonth', zone, now), spanOf('thisMonth', zone, now)];
			expect(before.end).toBe(month.start);
		}),
	);
});

it('Overdue ends now, Today and Overdue with today, and Any Time has no bounds', () => {
	const now = Date.parse('2026-06-15T22:30:00Z');
	expect(spanOf('overdue', 'Europe/Berlin', now)).toEqual({ end: now });
	expect(spanOf('todayAndOverdue', 'Europe/Berlin', now)).toEqual({
		end: Date.parse('2026-06-16T22:00:00Z'),
	});
	for (const all of ['anyTime', 'anyTimeOrNone'] as const)
		expect(spanOf(all, 'Europe/Berlin', now)).toEqual({});
});

describe('the request', () => {
	const sent = period('messages sent', { default: 'last7Days' });
	const zone = 'UTC';

	it('has bounds of the user’s as they are, whatever the choice is', () => {
		const finish = inPeriod(sent);
		expect(finish({ start_at: 5 }, {}, { zone })).toEqual({ start_at: 5 });
		expect(finish({ end_at: 5 }, { period: 'custom' }, { zone })).toEqual({ end_at: 5 });
	});

	it('needs a bound for Custom, unless a model has none to give', () => {
		const finish = inPeriod(sent);
		expect(finish({}, { period: 'custom' }, { zone })).toMatchObject({
			message: "'After' and 'Before' are empty, but 'Period' is 'Custom'",
		});
		const { start, end } = spanOf('last7Days', zone);
		expect(finish({}, { period: 'custom' }, { zone, takesDefaults: true })).toEqual({
			start_at: start,
			end_at: end,
		});
	});

	it('has the last millisecond where the contract includes the end', () => {
		const { end } = spanOf('todayAndOverdue', zone);
		expect(inPeriod(due)({}, { due: 'todayAndOverdue' } as object, { zone })).toEqual({
			due_end_at: end! - 1,
		});
	});

	it('has what the contract needs, if the period has no start', () => {
		const finish = inPeriod(sent, { start_at: 0 });
		expect(finish({}, { period: 'anyTime' }, { zone })).toEqual({ start_at: 0 });
		expect(finish({ end_at: 5 }, {}, { zone })).toEqual({ start_at: 0, end_at: 5 });
	});
});

it('offers its choices from near to far with Custom last, and the bounds with Custom alone', () => {
	const [choice, ...bounds] = choiceOfPeriod(
		{ displayName: 'Period', name: 'period', default: 'anyTime', description: 'When' },
		PAST,
		[period('calls')[1], period('calls')[2]],
	);
	expect(choice.options!.map(({ name }) => name).join(', ')).toBe(
		'Any Time, Today, Yesterday, This Week, Last Week, Last 7 Days, This Month, Last Month, Last 30 Days, Custom',
	);
	for (const { displayOptions } of bounds)
		expect(displayOptions).toEqual({ show: { period: ['custom'] } });
});
