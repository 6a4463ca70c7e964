import type { StoredArrangement } from '../../dev/fake-service/data/arrangements';
import { openEditor, type Editor } from './editor';
import { needing } from './features';
import { localTime } from './clock';
import { openOwnN8n, type OwnN8n } from './ownN8n';
import { User, type Effort } from './user';
import type { World } from './world';

/** Jobs of users, done in n8n's editor by clicking and typing plain text, without writing an expression. */

jest.setTimeout(300_000);

const SCHEDULE = 'Schedule Trigger';

/** A time in text: with offset, never as milliseconds since 1970. */
const ISO_TIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d`;

let n8n: OwnN8n;
let world: World;
let editor: Editor;
let user: User;

// With a single credential n8n selects it in new nodes by itself.
beforeAll(async () => {
	n8n = await openOwnN8n('jobs');
	({ world } = n8n);
});
beforeEach(async () => {
	world.service.reset();
	editor = await openEditor(world);
	user = new User(editor);
	await editor.openNewWorkflow();
});
afterEach(async () => {
	await editor.close();
	expect(world.service.violations).toEqual([]);
});
afterAll(async () => await n8n.close());

/** Checks that the job needs no more than this effort, and prints the effort. */
function expectEffort({ clicks, texts, drags }: Effort): void {
	const { effort } = user;
	const { currentTestName } = expect.getState();
	console.log(`${currentTestName}: ${JSON.stringify(effort)}`);
	expect(effort.clicks).toBeLessThanOrEqual(clicks);
	expect(effort.texts).toBeLessThanOrEqual(texts);
	expect(effort.drags).toBeLessThanOrEqual(drags);
}

/** Texts of the messages that were sent, with the conversations they were sent to. */
function sentMessages() {
	return world
		.requests('sendChatMessages')
		.flatMap(({ body }) => body!.items as Array<{ chat_session_uid: string; text_content: string }>)
		.map(({ chat_session_uid, text_content }) => [chat_session_uid, text_content]);
}

test('a morning reminder lists in a group chat what is due today, and when', async () => {
	const { arrangements, conversations } = world.service.account('a');
	const open = [...arrangements.values()].filter(({ status }) => status === 'following');
	// At least one of these is due today, even if the day ends during the test.
	open[0].due_at = Date.now();
	open[1].due_at = Date.now() + 600_000;

	await user.addNode(SCHEDULE);
	await user.closeNode();
	await user.addNode('Svc Tasks', 'Get many tasks');
	await user.choose('due', 'Today');
	await user.executeStep();
	await user.closeNode();
	await user.addNode('Svc Chat', 'Send message');
	await user.chooseFromList(user.locatorOf('conversation'), 'Kiln', /^Kiln Studio \(group chat\)/);
	await user.compose('text', 'title', ' is due ', 'due_at');
	await user.closeNode();
	await user.executeWorkflow('Send message');

	const group = [...conversations.values()].find(({ name }) => name === 'Kiln Studio')!;
	const { due_start_at, due_end_at } = world.requests('queryArrangements').at(-1)!.body!;
	const due = [...arrangements.values()].filter(
		({ status, due_at = 0 }) =>
			['identified', 'following'].includes(status) &&
			due_at >= (due_start_at as number) &&
			due_at <= (due_end_at as number),
	);
	expect(due.length).toBeGreaterThan(0);
	const reminders = due.map(({ title, due_at }) => ({ to: group.chat_session_uid, title, due_at }));
	expect(sorted(sentMessages().map(readReminder))).toEqual(sorted(reminders));
	expectEffort({ clicks: 20, texts: 5, drags: 2 });
});

/** Sorted, for objects with equal times. */
function sorted(rows: object[]): string[] {
	return rows.map((row) => JSON.stringify(row)).sort();
}

/** Content of a reminder, with its time as stored by the service. */
function readReminder([to, text]: string[]): Partial<StoredArrangement> & { to: string } {
	const [, title, time] = new RegExp(`^(.+) is due (${ISO_TIME})$`).exec(text) ?? [];
	if (!time) throw new Error(`No reminder: ${text}`);
	return { to, title, due_at: Date.parse(time) };
}

test('a weekly export has a row for each call since a day, with readable columns', async () => {
	await user.addNode(SCHEDULE);
	await user.closeNode();
	await user.addNode('Svc Calls', 'Get many calls');
	await user.turn('returnAll');
	await user.chooseDayOfLastMonth('after', 15);
	await user.executeStep();
	await user.closeNode();
	await user.addNode('Convert to File', 'Convert to CSV');
	await user.executeStep();
	const csv = await user.downloadFile();

	const { start_at } = world.requests('queryCalls')[0].body as { start_at: number };
	expect(localTime(start_at)).toMatch(/-15 00:00:00\.000$/);
	const calls = [...world.service.account('a').calls.values()].filter(
		({ created_at, unreadable }) => created_at >= start_at && !unreadable,
	);
	const [header, ...rows] = lines(csv);
	const columns = header.split(',');
	expect(columns.length).toBeLessThanOrEqual(20);
	expect(columns.slice(0, 4)).toEqual(['with', 'from', 'started_at', 'duration']);
	// A name such as participants.0 would contain an index.
	expect(columns.filter((name) => !/^[a-z_]+$/.test(name))).toEqual([]);
	expect(rows.map((row) => /call_[0-9a-f]{12}/.exec(row)?.[0]).sort()).toEqual(
		calls.map(({ call_uid }) => call_uid).sort(),
	);
	expectEffort({ clicks: 20, texts: 3, drags: 0 });
});

const testWithFilters = needing('addFilterButton').test;

/** Lines of a CSV file; texts in quotation marks, which may have line breaks, are left out. */
function lines(csv: string): string[] {
	return csv
		.replace(/^\uFEFF/, '')
		.replace(/"(?:[^"]|"")*"/g, '')
		.trimEnd()
		.split('\n');
}

testWithFilters('an alert tells a person which calls of some people were missed', async () => {
	const { calls, people } = world.service.account('a');
	// The account has no relationship with some others of the same name.
	const known = [...people.values()].filter(({ relationships }) => relationships.length > 0);
	const personCalled = (name: string) => known.find(({ nickname }) => nickname === name)!.user_ref;
	const callers = ['Elio Harrow', 'Bela Underhill'].map(personCalled);

	await user.addNode('Svc Calls', 'New call');
	await user.addFilter('Directions');
	await user.chooseSeveral('directions', 'Incoming');
	await user.addFilter('Results');
	await user.chooseSeveral('results', 'Not Answered', 'Cancelled');
	await user.addFilter('Participants');
	await user.chooseFromList(await user.addEntry('participants'), 'Harrow', /^Elio Harrow/);
	await user.enterName(await user.addEntry('participants'), 'Bela Underhill');
	await user.executeStep();
	await user.closeNode();
	await user.addNode('Svc Chat', 'Send message');
	await user.choose('sendTo', 'Person');
	await user.enterName(user.locatorOf('person'), 'Kestrel Wharf');
	await user.compose('text', 'from', ' called at ', 'started_at');
	await user.executeStep();

	expect(world.requests('queryCalls').at(-1)!.body).toMatchObject({
		directions: ['incoming'],
		results: ['not_answered', 'cancelled'],
		participant_user_refs: callers,
	});
	const missed = [...calls.values()]
		.filter(({ direction, result }) => direction === 'incoming' && /^(not_ans|canc)/.test(result))
		.filter(({ participants }) => participants.some(({ user_ref }) => callers.includes(user_ref)));
	const texts = sentMessages().map(([, text]) => text);
	expect(texts.length).toBeGreaterThan(0);
	for (const text of texts) {
		const [, from, time] = new RegExp(`^(.+) called at (${ISO_TIME})$`).exec(text)!;
		const call = missed.find(({ started_at }) => started_at === Date.parse(time))!;
		const caller = call.participants.find(({ role }) => role === 'caller')!;
		expect(from).toBe(caller.display_name);
	}
	const chats = world.requests('createPrivateChats').flatMap(({ body }) => body!.items);
	expect(chats).toMatchObject([{ target_user_ref: personCalled('Kestrel Wharf') }]);
	expectEffort({ clicks: 37, texts: 6, drags: 2 });
});
