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
