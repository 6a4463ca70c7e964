import { DateTime } from 'luxon';
import { itemsOf } from '../../../dev/n8n/execution';
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
	const { arrangements, calls, summaries } = world.service.account('a');
	for (const row of arrangements.values()) delete row.due_at;
	for (const row of calls.values()) row.created_at -= 3 * 86_400_000;
	for (const row of summaries.values()) row.unreadable = true;
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

function summary(text: string, more: object = {}): void {
	const { summaries } = world.service.account('a');
	const [sample] = summaries.values();
	const summary_uid = `summary_e2e_${summaries.size}`;
	const day = { start_at: yesterdayAt(0), end_at: midnight().toMillis() };
	summaries.set(summary_uid, {
		...sample,
		...day,
		summary_uid,
		kind: 'daily_summary',
		generation_state: 'completed',
		content_state: 'ready',
		format: 'text',
		unreadable: false,
		text,
		...more,
	});
}

test('names overdue tasks, tasks of today, missed and other calls of yesterday, and its summary', async () => {
	const overdue = DateTime.fromMillis(yesterdayAt(15));
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
	call(10, 'Otto Reed', {
		connection_state: 'connected',
		result: 'normal_end',
		connected_at: yesterdayAt(10),
		ended_at: yesterdayAt(10) + 150_000,
		summary: undefined,
	});
	call(-1, 'Too Early', missed);
	call(24, 'Too Late', missed);
	summary('An old version', { created_at: yesterdayAt(20) });
	summary('We glazed all day.', { created_at: yesterdayAt(22) });
	summary('The day before', { start_at: yesterdayAt(-24), end_at: yesterdayAt(0) });

	const execution = await world.runExample(FILE);
	expect(execution).toMatchObject({ status: 'success' });
	expect(group.sent()).toEqual([
		[
			`Digest of ${midnight().toFormat('cccc d LLLL')}`,
			`Overdue\n• Order cobalt, due ${midnight().minus({ days: 1 }).toFormat('d LLLL')}, 15:00`,
			'Due today\n• Fire the kiln, due 23:59',
			'Missed calls\n• Vera Lamp, 16:00',
			'Calls\n• Otto Reed, 10:00, 3 min',
			'Summaries\nWe glazed all day.',
		].join('\n\n'),
	]);
});

test('lists a task that was due earlier today once, as overdue', async () => {
	const due_at = midnight().toMillis();
	newEvents.arrangement({ status: 'following', title: 'Order cobalt', due_at });
	await world.runExample(FILE);
	const [text] = group.sent();
	expect(text.match(/Order cobalt/g)).toHaveLength(1);
	expect(text).toContain('Overdue');
	expect(text).not.toContain('Due today');
});

test('says nothing if there is nothing to say', async () => {
	const execution = await world.runExample(FILE);
	expect(execution).toMatchObject({ status: 'success', error: undefined });
	expect(world.requests('queryCalls').length).toBeGreaterThan(0);
	expect(group.sent()).toEqual([]);
	expect(world.requests('sendChatMessages')).toEqual([]);
});

test('sends one digest an hour, however often the workflow runs', async () => {
	newEvents.arrangement({ status: 'following', title: 'Order cobalt', due_at: yesterdayAt(15) });
	const { executions, texts } = await twice(world, FILE);
	expect(executions.map(({ status }) => status)).toEqual(['success', 'error']);
	expect(texts).toHaveLength(1);
});

test('says what could not be read, beside all the rest', async () => {
	newEvents.arrangement({ status: 'following', title: 'Order cobalt', due_at: yesterdayAt(15) });
	world.service.faults.add({ operation: 'queryCalls', status: 400, times: 1 });
	world.service.faults.add({ operation: 'queryRecordingSummaries', status: 400, times: 1 });
	const execution = await world.runExample(FILE);
	expect(execution).toMatchObject({ status: 'success' });
	expect(itemsOf(execution, 'Call Lines')).toHaveLength(1);
	const [text] = group.sent();
	expect(text).toContain('• Order cobalt, due ');
	expect(text).toMatch(/Calls\nCould not be read: .*HTTP 400$/m);
	expect(text).toMatch(/Summaries\nCould not be read: .*HTTP 400$/m);
});

test('shortens long summaries, and reads the texts of structured ones', async () => {
	const entries = [
		{ at: 1, text: 'Wedged the clay.' },
		{ at: 2, text: '🏺'.repeat(2000) },
	];
	summary(JSON.stringify({ title: 'Timeline', entries }), { format: 'json' });
	await world.runExample(FILE);
	const [text] = group.sent();
	expect(text).toContain('Summaries\nTimeline\nWedged the clay.\n🏺🏺');
	expect([...text].length).toBeGreaterThan(1000);
	expect([...text].length).toBeLessThan(1100);
});
