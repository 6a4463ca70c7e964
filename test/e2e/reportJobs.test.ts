import { DateTime } from 'luxon';
import { runOf } from '../../dev/n8n/execution';
import { localTime } from './clock';
import { DataTable } from './dataTables';
import { Group } from './examples/group';
import { needing } from './features';
import { filesOf } from './files';
import { useJobs } from './jobs';
import { NewEvents } from './newEvents';
import { TIME_ZONE } from './setup';

/** Reports, tasks and files for which users once needed a second node, an expression or a search in the docs. */

jest.setTimeout(300_000);

const SCHEDULE = 'Schedule Trigger';

const jobs = useJobs('reportJobs');

const testWithFilters = needing('addFilterButton').test;

/** Midnight in n8n's time zone. */
const today = () => DateTime.now().setZone(TIME_ZONE).startOf('day');

test('the notes of last week are told topic by topic, with the names of the topics', async () => {
	const { user, world } = jobs;
	const { records, topics } = world.service.account('a');
	const monday = today().startOf('week').minus({ weeks: 1 });
	const [clay, glaze] = [...topics.values()].filter(({ valid }) => valid);
	for (const record of records.values()) record.send_at -= 60 * 86_400_000;
	const newEvents = new NewEvents(world.service);
	const note = (title: string, at: DateTime, topic?: string) => {
		const record = records.get(newEvents.record())!;
		const container = topic
			? { kind: 'topic' as const, topic_uid: topic }
			: { kind: 'unclassified' as const };
		Object.assign(record, { title, text_content: title, send_at: at.toMillis(), container });
	};
	note('Before the week', monday.minus({ minutes: 1 }), clay.topic_uid);
	note('Order clay', monday, clay.topic_uid);
	note('Mix the glaze', monday.plus({ days: 2 }), glaze.topic_uid);
	note('Weigh the clay', monday.plus({ days: 3 }), clay.topic_uid);
	note('Of no topic', monday.plus({ days: 6 }));
	note('After the week', monday.plus({ weeks: 1 }), glaze.topic_uid);

	await user.addNode('Svc Records', 'Get many records (notes and chat texts)');
	await user.choose('period', 'Last Week');
	await user.choose('outputAs', 'Text');
	await user.choose('groupBy', 'Topic');
	await user.executeStep();

	const [{ text }] = await jobs.outputOf('Get many records (notes and chat texts)');
	// A heading stands alone in its line, and its notes below it
	const sections = (text as string).split(/\n\n/).map((section) => section.split('\n'));
	const titles = ['Order clay', 'Mix the glaze', 'Weigh the clay', 'Of no topic'];
	const found = sections.map(([heading, ...lines]) => [
		heading,
		...titles.filter((title) => lines.some((line) => line.includes(title))),
	]);
	expect(found.sort()).toEqual(
		[
			[clay.title, 'Order clay', 'Weigh the clay'],
			[glaze.title, 'Mix the glaze'],
			['No topic', 'Of no topic'],
		].sort(),
	);
	expect(text).not.toMatch(/Before the week|After the week/);
	jobs.expectEffort({ clicks: 18, texts: 1, drags: 0 });
});

testWithFilters(
	'the calls of today over five minutes are told to a group every evening',
	async () => {
		const { user, world } = jobs;
		const { calls, conversations } = world.service.account('a');
		for (const call of calls.values()) call.created_at -= 60 * 86_400_000;
		const newEvents = new NewEvents(world.service);
		const people = [...calls.values()].find(
			({ participants }) => participants.length > 1,
		)!.participants;
		/** A call that began at a time and lasted some seconds. */
		const call = (time: DateTime, seconds: number) => {
			const created_at = time.toMillis();
			const ended_at = created_at + seconds * 1000;
			const times = { created_at, started_at: created_at, connected_at: created_at, ended_at };
			newEvents.call(0, { ...times, participants: people, result: 'normal_end' });
		};
		const now = DateTime.now().setZone(TIME_ZONE);
		call(today(), 301);
		call(now, 3600);
		call(now, 299);
		call(today().minus({ milliseconds: 1 }), 3600);

		await user.addNode(SCHEDULE);
		await user.choose('triggerAtHour', '6pm');
		await user.closeNode();
		await user.addNode('Svc Calls', 'Get many calls');
		await user.choose('period', 'Today');
		await user.choose('outputAs', 'Text');
		await user.addFilter('Minimum Duration');
		await user.executeStep();
		await user.closeNode();
		await user.addNode('Svc Chat', 'Send message');
		const studio = /^Studio team \(group chat\)/;
		await user.chooseFromList(user.locatorOf('conversation'), 'Studio', studio);
		await user.drag('text', 'text');
		await user.executeStep();

		const group = [...conversations.values()].find(({ name }) => name === 'Studio team')!;
		const [[to, text], ...others] = jobs.sentMessages();
		expect([to, others]).toEqual([group.chat_session_uid, []]);
		const lines = text.split('\n').filter((line) => line.startsWith('- '));
		const durations = lines.map((line) => /\d\d:\d\d:\d\d/.exec(line)?.[0]);
		expect(durations.sort()).toEqual(['00:05:01', '01:00:00']);
		jobs.expectEffort({ clicks: 24, texts: 6, drags: 1 });
	},
);

testWithFilters('a word in a group becomes a task that is due tomorrow at nine', async () => {
	const { user, world } = jobs;
	const { arrangements } = world.service.account('a');
	const known = new Set(arrangements.keys());
	const group = new Group(world, 'Studio team');
	group.add('Please order cobalt.');
	group.add('Nothing to do.');
	new NewEvents(world.service).message(0, 'Cobalt in another group');

	await user.addNode('Svc Chat', 'New message');
	await user.choose('watch', 'Selected');
	await user.chooseFromList(user.firstEntry('conversations'), 'Studio', /^Studio team/);
	await user.addFilter('Text Contains');
	await user.enter('textContains', 'cobalt');
	await user.executeStep();
	await user.closeNode();
	await user.addNode('Svc Tasks', 'Create task');
	await user.drag('text_content', 'title');
	await user.leaveField();
	await user.enterExpression('dueAt', "{{ $today.plus(1, 'day').set({ hour: 9 }) }}", 'T09:00');
	await user.executeStep();

	const made = [...arrangements.values()].filter(
		({ arrangement_uid }) => !known.has(arrangement_uid),
	);
	const due = today().plus({ days: 1 }).set({ hour: 9 }).toMillis();
	expect(made.map(({ title, due_at }) => [title, due_at])).toContainEqual([
		'Please order cobalt.',
		due,
	]);
	for (const { title, due_at } of made) {
		expect(title).toMatch(/cobalt/i);
		expect(title).not.toContain('another group');
		expect(due_at).toBe(due);
	}
	jobs.expectEffort({ clicks: 24, texts: 5, drags: 1 });
});

test('the longest transcript of yesterday becomes a Markdown file with its name', async () => {
	const { user, world } = jobs;
	const { recordings } = world.service.account('a');
	const yesterday = today().minus({ days: 1 });
	const newEvents = new NewEvents(world.service);
	const others = [...recordings.keys()];
	const record = (name: string, at: DateTime, minutes: number) =>
		newEvents.recording(0, {
			name,
			start_at: at.toMillis(),
			end_at: at.plus({ minutes }).toMillis(),
			duration_ms: minutes * 60_000,
			transcript_state: 'ready',
			sealed: true,
			speakers: [{ kind: 'named', display_name: 'Vera Lamp' }],
			utterances: [{ start_offset_ms: 0, end_offset_ms: 900, speaker: 0, text: `About ${name}.` }],
		});
	record('Morning round', yesterday.set({ hour: 9 }), 12);
	record('Kiln meeting', yesterday.set({ hour: 14 }), 75);
	record('Phone notes', yesterday.set({ hour: 16 }), 3);
	record('Workshop', yesterday.minus({ hours: 3 }), 120);
	for (const uid of others) recordings.delete(uid);

	await user.addNode('Svc Recordings', 'Get many recordings');
	await user.choose('period', 'Yesterday');
	await user.executeStep();
	await user.closeNode();
	await user.addNode('Sort');
	await user.addRow('sortFieldsUi');
	await user.enter('fieldName', 'duration');
	await user.choose('order', 'Descending');
	await user.executeStep();
	await user.closeNode();
	await user.addNode('Limit');
	await user.executeStep();
	await user.closeNode();
	await user.addNode('Svc Recordings', 'Get transcript of one recording');
	await user.drag('recording_uid', 'recording');
	await user.leaveField();
	await user.choose('output', 'Markdown');
	await user.executeStep();

	const execution = await jobs.latest();
	const [items] = runOf(execution, 'Get transcript of one recording').outputs;
	expect(items).toHaveLength(1);
	const { data } = await filesOf(world.n8n, items[0]);
	expect(data.bytes.toString()).toContain('About Kiln meeting.');
	expect(data.name).toMatch(/Kiln meeting.*\.md$/);
	jobs.expectEffort({ clicks: 32, texts: 5, drags: 1 });
});

test('of five rows one is bad: four become tasks, and the bad one is seen with its reason', async () => {
	const { user, world } = jobs;
	const { arrangements } = world.service.account('a');
	const known = new Set(arrangements.keys());
	const table = new DataTable(world.n8n, 'Tasks to make');
	await table.create(
		['Task', 'Due'],
		[
			['Book the hall', '2027-03-01 09:30'],
			['Order cobalt', '2027-07-15 18:00'],
			['Fire the kiln', 'as soon as possible'],
			['Sweep', '2027-08-01'],
			['Send the invitations', ''],
		],
	);

	await user.addNode('Data table', 'Get row(s)');
	await user.chooseFromList(user.locatorOf('dataTableId'), '', /Tasks to make/);
	await user.executeStep();
	await user.closeNode();
	await user.addNode('Svc Tasks', 'Create task');
	await user.drag('Task', 'title');
	await user.leaveField();
	await user.drag('Due', 'dueAt');
	await user.chooseOnError('Continue (using error output)');
	await user.executeStep();

	const made = [...arrangements.values()].filter(
		({ arrangement_uid }) => !known.has(arrangement_uid),
	);
	const due = made.map(({ title, due_at }) => [title, due_at && localTime(due_at).slice(0, 16)]);
	expect(due.sort()).toEqual([
		['Book the hall', '2027-03-01 09:30'],
		['Order cobalt', '2027-07-15 18:00'],
		['Send the invitations', undefined],
		['Sweep', '2027-08-01 00:00'],
	]);
	const errors = await user.readErrors();
	expect(errors).toContain('Fire the kiln');
	expect(errors).toMatch(/'Due' .*as soon as possible/);
	jobs.expectEffort({ clicks: 20, texts: 3, drags: 2 });
});
