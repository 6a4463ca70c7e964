import type { IDataObject } from 'n8n-workflow';
import type { ArrangementStatus } from '../../dev/areas/Arrangements/data';
import { iso } from '../support/times';
import { jsonOf, toldRows, useService } from '../support/useService';

const HOUR = 3_600_000;
const fixture = useService({ now: Date.parse('2026-06-15T12:00:00Z') });

const arrangements = () => fixture.service.account('a').arrangements;

/** Runs the node at a given time and returns the titles of the listed tasks in order. */
async function listAt(now: number, timezone: string, parameters: IDataObject) {
	const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
	try {
		const { items, error } = await fixture.run({
			node: 'svcArrangements',
			parameters: {
				resource: 'arrangement',
				operation: 'getAll',
				returnAll: true,
				...parameters,
			} as never,
			timezone,
		});
		expect(error).toBeUndefined();
		return jsonOf(items).map(({ title }) => title);
	} finally {
		clock.mockRestore();
	}
}

/** Replaces all tasks by these, with or without a due time. */
function tasks(rows: Array<[title: string, due_at?: number, status?: ArrangementStatus]>): void {
	const [like] = arrangements().values();
	arrangements().clear();
	rows.forEach(([title, due_at, status = 'following'], i) => {
		const arrangement_uid = `arr_${i}`;
		arrangements().set(arrangement_uid, { ...like, arrangement_uid, title, due_at, status });
	});
}

/** The first millisecond of a date in a time zone, found without knowing its offsets. */
function beginningOf(date: string, timeZone: string): number {
	const dateOf = (time: number) =>
		new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(time);
	let time = Date.parse(`${date}T00:00:00Z`) - 16 * HOUR;
	while (dateOf(time) !== date) time += HOUR / 4;
	return time;
}
const later = (date: string, days: number) =>
	iso(Date.parse(`${date}T00:00:00Z`) + days * 24 * HOUR).slice(0, 10);

describe('Task > Get Many with Due', () => {
	/** Time zone, day, and length of the day in hours. */
	const days = [
		['UTC', '2026-06-15', 24],
		['Asia/Kathmandu', '2026-06-15', 24],
		['Pacific/Kiritimati', '2026-12-31', 24],
		// Daylight saving time starts at midnight: the day starts at 01:00
		['America/Sao_Paulo', '2018-11-04', 23],
		['Africa/Cairo', '2026-04-24', 23],
		// Daylight saving time ends at midnight: the last hour of the day before is repeated
		['America/Sao_Paulo', '2018-02-17', 25],
		['Africa/Cairo', '2026-10-29', 25],
		// Daylight saving time ends at 01:00: the first hour of the day, with midnight, is repeated
		['Atlantic/Azores', '2026-10-25', 25],
		['America/Havana', '2026-11-01', 25],
		// The clocks change in the middle of the night
		['Europe/Berlin', '2026-03-29', 23],
		['Australia/Lord_Howe', '2026-04-05', 24.5],
	] as const;

	describe.each(days)('in %s on %s', (zone, today, hours) => {
		const begins = beginningOf(today, zone);
		const ends = beginningOf(later(today, 1), zone);
		const weekEnds = beginningOf(later(today, 7), zone);
		const moments = [
			['at its first millisecond', begins],
			['within its first hour', begins + HOUR / 2],
			['in the middle', begins + 12 * HOUR],
			['at its last millisecond', ends - 1],
		] as const;

		beforeEach(() => {
			tasks([
				['last of yesterday', begins - 1],
				['first of today', begins],
				['last of today', ends - 1],
				['first of tomorrow', ends],
				['last of seven days', weekEnds - 1],
				['first after seven days', weekEnds],
				['some day'],
			]);
		});

		it('tests a day of the right length', () => {
			expect((ends - begins) / HOUR).toBe(hours);
		});

		it.each(moments)('Today is the whole day, to the millisecond, %s', async (_when, now) => {
			expect(await listAt(now, zone, { due: 'today' })).toEqual([
				'first of today',
				'last of today',
			]);
		});

		it.each(moments)('Next 7 Days is today and the six days after it, %s', async (_when, now) => {
			expect(await listAt(now, zone, { due: 'next7Days' })).toEqual([
				'first of today',
				'last of today',
				'first of tomorrow',
				'last of seven days',
			]);
		});
	});

	it.each(['America/Sao_Paulo', 'Africa/Cairo', 'Pacific/Kiritimati'])(
		'Overdue selects tasks due before now, on any day in %s',
		async (zone) => {
			const now = Date.parse('2026-04-24T12:00:00Z');
			tasks([
				['a year ago', now - 8760 * HOUR],
				['a millisecond ago', now - 1],
				['now', now],
				['in a millisecond', now + 1],
				['some day'],
			]);
			const overdue = ['a year ago', 'a millisecond ago'];
			expect(await listAt(now, zone, { due: 'overdue' })).toEqual(overdue);
		},
	);

	describe('statuses', () => {
		const now = Date.parse('2026-06-15T12:00:00Z');
		const statuses = ['identified', 'following', 'completed', 'deleted'] as const;
		beforeEach(() => tasks(statuses.map((status, i) => [status, now - 4 + i, status])));

		it.each(['today', 'next7Days', 'overdue'])(
			'lists open tasks (%s), or those with the chosen statuses',
			async (due) => {
				expect(await listAt(now, 'UTC', { due })).toEqual(['identified', 'following']);
				for (const chosen of [['completed'], ['following', 'completed']]) {
					expect(await listAt(now, 'UTC', { due, statuses: chosen })).toEqual(chosen);
				}
			},
		);

		const custom = { due: 'custom', dueAfter: '2026-06-15', dueBefore: '2026-06-16' };

		it.each([
			['today', { due: 'today' }],
			['custom', custom],
			['no choice', {}],
		])(
			'are open unless others are chosen, and all but deleted if none is (%s)',
			async (_due, due) => {
				const listed = async (statuses: object) =>
					(await listAt(now, 'UTC', { ...due, ...statuses })).sort();
				expect(await listed({})).toEqual(['following', 'identified']);
				const undeleted = ['completed', 'following', 'identified'];
				expect(await listed({ statuses: [] })).toEqual(undeleted);
				const options = { ignoreEmptyFilters: true };
				for (const statuses of ['={{ [] }}', '={{ "" }}'])
					expect(await listed({ statuses, options })).toEqual(undeleted);
			},
		);
	});

	it.each([
		['UTC', '2026-06-15'],
		['America/Sao_Paulo', '2018-11-04'],
		['Africa/Cairo', '2026-04-24'],
	])('Custom takes dates, or one of the two (%s, %s)', async (zone, today) => {
		const [begins, ends] = [beginningOf(today, zone), beginningOf(later(today, 1), zone)];
		tasks([
			['yesterday', begins - 1],
			['early', begins],
			['late', ends - 1],
			['tomorrow', ends],
		]);
		const listed = (bounds: IDataObject) =>
			listAt(begins + 13 * HOUR, zone, { due: 'custom', ...bounds });
		const [dueAfter, dueBefore] = [today, later(today, 1)];
		expect(await listed({ dueAfter, dueBefore })).toEqual(['early', 'late']);
		expect(await listed({ dueAfter })).toEqual(['early', 'late', 'tomorrow']);
		expect(await listed({ dueBefore })).toEqual(['yesterday', 'early', 'late']);
	});

	const refusalOf = async (parameters: IDataObject) => {
		const { error } = await fixture.run({
			node: 'svcArrangements',
			parameters: { resource: 'arrangement', operation: 'getAll', ...parameters } as never,
		});
		expect(fixture.requests).toEqual([]);
		return error?.message;
	};

	it.each([{}, { dueAfter: '', dueBefore: '' }])(
		'refuses Custom without Due After and Due Before (%j)',
		async (bounds) => {
			expect(await refusalOf({ due: 'custom', ...bounds })).toBe(
				"'Due After' and 'Due Before' are empty, but 'Due' is 'Custom'",
			);
		},
	);

	it('lists tasks with and without a due time if nothing is chosen, and sends no bounds', async () => {
		tasks([['due', Date.parse('2026-06-15T12:00:00Z')], ['some day']]);
		expect((await listAt(Date.now(), 'UTC', {})).sort()).toEqual(['due', 'some day']);
		expect(fixture.asked('queryArrangements')).toEqual([
			{ limit: expect.any(Number) as number, statuses: ['identified', 'following'] },
		]);
	});

	it('accepts a different choice for each item, from an expression', async () => {
		const now = Date.parse('2026-06-15T12:00:00Z');
		tasks([
			['passed', now - HOUR],
			['ahead', now + HOUR],
		]);
		const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
		const { items } = await fixture.run({
			node: 'svcArrangements',
			parameters: {
				resource: 'arrangement',
				operation: 'getAll',
				due: '={{ $json.due }}',
			} as never,
			items: [{ due: 'overdue' }, { due: 'today' }],
		});
		clock.mockRestore();
		expect(jsonOf(items).map(({ title }) => title)).toEqual(['passed', 'passed', 'ahead']);
	});

	it('reads a choice from an expression', async () => {
		const now = Date.parse('2026-06-15T12:00:00Z');
		tasks([
			['last year', now - 365 * 24 * HOUR],
			['today', now + HOUR],
			['next week', now + 6 * 24 * HOUR],
			['next year', now + 365 * 24 * HOUR],
			['some day'],
		]);
		const due = (choice: string, bounds: IDataObject = {}) =>
			listAt(now, 'UTC', { due: `={{ ${JSON.stringify(choice)} }}`, ...bounds });
		expect(await due('overdue')).toEqual(['last year']);
		expect(await due('next7Days')).toEqual(['today', 'next week']);
		expect(await due('anyTimeOrNone')).toHaveLength(5);
		const bounds = { dueAfter: '2026-06-15', dueBefore: '2026-06-16' };
		expect(await due('custom', bounds)).toEqual(['today']);
		expect(await due('', bounds)).toEqual(['today']);
	});

	it.each([
		['overdue', { dueAfter: '2026-06-15' }, "'Due After' is given, but 'Due' is 'Overdue'"],
		['today', { dueBefore: '2026-06-15' }, "'Due Before' is given, but 'Due' is 'Today'"],
	])('refuses %s from an expression with %j', async (choice, bounds, message) => {
		expect(await refusalOf({ due: `={{ "${choice}" }}`, ...bounds })).toBe(`${message}`);
	});
});

describe('Task > Get Many with Created', () => {
	const NOW = Date.parse('2026-06-17T12:00:00Z');
	const ZONE = 'America/New_York';
	const at = (date: string, more = 0) => beginningOf(date, ZONE) + more;
	/** Names of tasks by the time of their creation. 17 June 2026 is a Wednesday. */
	const CREATED: Array<[title: string, created_at?: number]> = [
		['end of May', at('2026-06-01', -1)],
		['before yesterday', at('2026-06-16', -1)],
		['yesterday', at('2026-06-16')],
		['end of yesterday', at('2026-06-17', -1)],
		['today', at('2026-06-17')],
		['unknown'],
		['also unknown'],
	];
	const CASES: Array<[created: string | undefined, titles: string[]]> = [
		[undefined, CREATED.map(([title]) => title)],
		['yesterday', ['yesterday', 'end of yesterday']],
		['today', ['today']],
		['thisWeek', ['before yesterday', 'yesterday', 'end of yesterday', 'today']],
		['lastMonth', ['end of May']],
	];
	const ONE_PAGE = { returnAll: true };
	const CALLERS: Array<[what: string, node: string, parameters: IDataObject]> = [
		['items', 'svcArrangements', ONE_PAGE],
		['items up to Limit', 'svcArrangements', { limit: 20 }],
		['a text', 'svcArrangements', { ...ONE_PAGE, outputAs: 'text', textFields: ['title'] }],
		['a tool', 'svcArrangementsTool', { limit: 50 }],
	];

	beforeEach(() => {
		const [like] = arrangements().values();
		arrangements().clear();
		CREATED.forEach(([title, created_at], i) => {
			const arrangement_uid = `arr_${i}`;
			const task = { ...like, arrangement_uid, title, updated_at: NOW - i };
			arrangements().set(arrangement_uid, { ...task, created_at: created_at as number });
			if (created_at === undefined)
				delete (arrangements().get(arrangement_uid) as { created_at?: number }).created_at;
		});
	});

	describe.each(CALLERS)('as %s', (_what, node, own) => {
		it.each(CASES)(
			'%s: the tasks of that time, and how many have none',
			async (created, titles) => {
				const clock = jest.spyOn(Date, 'now').mockReturnValue(NOW);
				const filters = created === undefined ? {} : { created };
				const { items, error, hints } = await fixture.run({
					node,
					timezone: ZONE,
					parameters: { resource: 'arrangement', operation: 'getAll', ...own, filters } as never,
				});
				clock.mockRestore();
				expect(error).toBeUndefined();
				const rows = node.endsWith('Tool') ? toldRows(items) : jsonOf(items);
				const found =
					own.outputAs === 'text'
						? String(rows[0].text).replaceAll('- ', '').split('\n')
						: rows.flatMap(({ title }) => (title ? [String(title)] : []));
				expect(found.sort()).toEqual([...titles].sort());
				const said = [...hints, ...rows.map(({ hint = '' }) => String(hint))].join(' ');
				const told =
					'2 tasks were left out, since the service does not say when they were created.';
				expect(said.includes(told)).toBe(created !== undefined);
			},
		);
	});

	it('counts a task once where the list of a tool is cut, and read again', async () => {
		const today = arrangements().get('arr_4')!;
		for (let i = 0; i < 20; i++)
			arrangements().set(`arr_more_${i}`, { ...today, arrangement_uid: `arr_more_${i}` });
		const clock = jest.spyOn(Date, 'now').mockReturnValue(NOW);
		const own = { limit: 50, maxCharacters: 700, filters: { created: 'thisWeek' } };
		const parameters = { resource: 'arrangement', operation: 'getAll', ...own } as never;
		const { items } = await fixture.run({
			node: 'svcArrangementsTool',
			timezone: ZONE,
			parameters,
		});
		clock.mockRestore();
		expect(fixture.asked('queryArrangements').length).toBeGreaterThan(1);
		const said = toldRows(items).map(({ hint = '' }) => String(hint));
		expect(said.join(' ')).toContain('2 tasks were left out');
	});
});
