import { DateTime } from 'luxon';
import { runOf } from '../../../dev/n8n/execution';
import { NewEvents } from '../newEvents';
import { TIME_ZONE } from '../setup';
import { useWorld } from '../world';
import { Group } from './group';
import { twice } from './twice';

const FILE = 'morning-digest.json';
const CALL_TIME = 'weekly-call-time.json';

const world = useWorld();
let newEvents: NewEvents;
let group: Group;

beforeEach(() => {
	newEvents = new NewEvents(world.service);
	group = new Group(world, 'Studio team');
	for (const row of world.service.account('a').arrangements.values()) delete row.due_at;
});

const midnight = () => DateTime.now().setZone(TIME_ZONE).startOf('day');
const yesterday = () => midnight().minus({ hours: 9 });

test('names the tasks that are overdue or due today, each with its time', async () => {
	const tonight = midnight().set({ hour: 23, minute: 59, second: 59 });
	const tasks: Array<[title: string, due: DateTime, status?: string]> = [
		['Order cobalt', yesterday()],
		['Fire the kiln', tonight],
		['Done', yesterday(), 'completed'],
		['Tomorrow', midnight().plus({ days: 1 })],
	];
	for (const [title, due, status = 'following'] of tasks) {
		newEvents.arrangement({ title, status, due_at: due.toMillis() });
	}
	expect(await world.runExample(FILE)).toMatchObject({ status: 'success' });
	const time = (due: DateTime) => due.setLocale('en').toFormat('ccc d LLL, HH:mm');
	expect(group.sent()).toEqual([
		[
			'Good morning! Due today or overdue:',
			`- Order cobalt · ${time(yesterday())}`,
			`- Fire the kiln · ${time(tonight)}`,
		].join('\n'),
	]);
});

test('says that nothing is due', async () => {
	expect(await world.runExample(FILE)).toMatchObject({ status: 'success', error: undefined });
	expect(group.sent()).toEqual(['Good morning! Due today or overdue:\nNothing. Have a good day!']);
});

test('sends one digest an hour, however often the workflow runs', async () => {
	newEvents.arrangement({ title: 'Order cobalt', due_at: yesterday().toMillis() });
	const { executions, texts } = await twice(world, FILE);
	expect(executions.map(({ status }) => status)).toEqual(['success', 'error']);
	expect(texts).toHaveLength(1);
});

describe('call time of last week', () => {
	const monday = () => midnight().startOf('week').minus({ weeks: 1 });
	const calls = () => world.service.account('a').calls;

	beforeEach(() => {
		for (const call of calls().values()) call.created_at -= 60 * 86_400_000;
	});

	/** A call that began at a time and lasted some seconds; without them, nobody answered. */
	function call(time: DateTime, seconds?: number): string {
		const created_at = time.toMillis();
		const connected = seconds && {
			connected_at: created_at,
			ended_at: created_at + seconds * 1000,
		};
		return newEvents.call(0, { created_at, started_at: created_at, ...connected });
	}

	/** The seconds that calls of the service lasted. */
	function secondsOf(uids: string[]): number {
		return uids.reduce((sum, uid) => {
			const { connected_at = 0, ended_at = 0 } = calls().get(uid)!;
			return sum + (ended_at - connected_at) / 1000;
		}, 0);
	}

	test('is the number of all calls and the sum of their durations', async () => {
		call(monday().minus({ milliseconds: 1 }), 600);
		call(monday().plus({ weeks: 1 }), 600);
		const uids = [
			call(monday(), 3600 * 25),
			call(monday().plus({ days: 3 }), 119.5),
			call(monday().plus({ days: 4 })),
			call(monday().plus({ weeks: 1 }).minus({ milliseconds: 1 }), 61.25),
		];
		const execution = await world.runExample(CALL_TIME);
		expect(execution).toMatchObject({ status: 'success', error: undefined });
		const [[{ json }]] = runOf(execution, 'Sum of Durations').outputs;
		expect(json).toEqual({ sum_duration_seconds: secondsOf(uids), count_call_uid: uids.length });
		expect(group.sent()).toEqual(['Calls last week: 4, together 25 h 3 min']);
	});

	test('is nothing if there was no call', async () => {
		const execution = await world.runExample(CALL_TIME);
		expect(execution).toMatchObject({ status: 'success', error: undefined });
		expect(group.sent()).toEqual(['Calls last week: 0, together 0 h 0 min']);
	});

	test('is sent once a day, however often the workflow runs', async () => {
		const { executions, texts } = await twice(world, CALL_TIME);
		expect(executions.map(({ status }) => status)).toEqual(['success', 'error']);
		expect(texts).toHaveLength(1);
	});
});
