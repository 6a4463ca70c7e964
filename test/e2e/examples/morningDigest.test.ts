import { DateTime } from 'luxon';
import { NewEvents } from '../newEvents';
import { TIME_ZONE } from '../setup';
import { useWorld } from '../world';
import { Group } from './group';
import { twice } from './twice';

const FILE = 'morning-digest.json';

const world = useWorld();
let newEvents: NewEvents;
let group: Group;

beforeEach(() => {
	newEvents = new NewEvents(world.service);
	group = new Group(world, 'Kiln Studio');
	const { arrangements, calls } = world.service.account('a');
	for (const row of arrangements.values()) delete row.due_at;
	for (const row of calls.values()) row.created_at -= 3 * 86_400_000;
});

const midnight = () => DateTime.now().setZone(TIME_ZONE).startOf('day');
const yesterdayAt = (hour: number) => midnight().minus({ days: 1 }).set({ hour }).toMillis();

/** A call of yesterday, and what `more` says of it. */
function call(hour: number, name: string, more: object = {}): void {
	const created_at = yesterdayAt(hour);
	const participants = [
		{ user_ref: 'user_e2e', display_name: name, role: 'caller', connected: false, is_self: false },
	];
	newEvents.call(0, {
		created_at,
		started_at: created_at,
		direction: 'incoming',
		participants,
		...more,
	});
}

const missed = { connection_state: 'not_connected', result: 'not_answered', summary: undefined };

test('names overdue tasks, tasks of today and calls of yesterday, each with its time', async () => {
	const overdue = DateTime.fromMillis(yesterdayAt(15), { zone: TIME_ZONE, locale: 'en' });
	newEvents.arrangement({ status: 'following', title: 'Order cobalt', due_at: overdue.toMillis() });
	const tonight = midnight().set({ hour: 23, minute: 59, second: 59 });
	newEvents.arrangement({
		status: 'identified',
		title: 'Fire the kiln',
		due_at: tonight.toMillis(),
	});
	newEvents.arrangement({ status: 'completed', title: 'Done', due_at: overdue.toMillis() });
	newEvents.arrangement({
		status: 'following',
		title: 'Tomorrow',
		due_at: midnight().plus({ days: 1 }).toMillis(),
	});
	call(16, 'Vera Lamp', missed);
	call(-1, 'Too Early', missed);
	call(24, 'Too Late', missed);

	const execution = await world.runExample(FILE);
	expect(execution).toMatchObject({ status: 'success' });
	const [text, ...others] = group.sent();
	expect(others).toEqual([]);
	const day = (time: DateTime) => time.setLocale('en').toFormat('ccc d LLL, HH:mm');
	expect(text.split('\n')).toEqual([
		'Tasks',
		`- Order cobalt · ${day(overdue)}`,
		`- Fire the kiln · ${day(tonight)}`,
		'',
		'Calls of yesterday',
		expect.stringMatching(/^- .*16:00.*Vera Lamp/),
	]);
});

test('says that nothing is due', async () => {
	const execution = await world.runExample(FILE);
	expect(execution).toMatchObject({ status: 'success', error: undefined });
	expect(group.sent()).toEqual(['Tasks\nNo task is due.\n\nCalls of yesterday\nNo calls.']);
});

test('sends one digest an hour, however often the workflow runs', async () => {
	newEvents.arrangement({ status: 'following', title: 'Order cobalt', due_at: yesterdayAt(15) });
	const { executions, texts } = await twice(world, FILE);
	expect(executions.map(({ status }) => status)).toEqual(['success', 'error']);
	expect(texts).toHaveLength(1);
});
