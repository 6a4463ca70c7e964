import { DateTime } from 'luxon';

import { openEditor, type Editor } from './editor';
import { needing } from './features';
import { openOwnN8n, type OwnN8n } from './ownN8n';
import { TIME_ZONE } from './setup';
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

test('a morning message lists in a group chat what is due today or overdue, and when', async () => {
	const { arrangements, conversations } = world.service.account('a');
	const open = [...arrangements.values()].filter(({ status }) => status === 'following');
	// At least one of these is due today, even if the day ends during the test.
	open[0].due_at = Date.now() - 1;
	open[1].due_at = Date.now() + 600_000;

	await user.addNode(SCHEDULE);
	await user.closeNode();
	await user.addNode('Svc Tasks', 'Get many tasks');
	await user.choose('due', 'Today and Overdue');
	await user.choose('outputAs', 'Text');
	await user.executeStep();
	await user.closeNode();
	await user.addNode('Svc Chat', 'Send message');
	await user.chooseFromList(user.locatorOf('conversation'), 'Kiln', /^Kiln Studio \(group chat\)/);
	await user.drag('text', 'text');
	await user.executeStep();

	const group = [...conversations.values()].find(({ name }) => name === 'Kiln Studio')!;
	const { due_end_at } = world.requests('queryArrangements').at(-1)!.body!;
	const due = [...arrangements.values()].filter(
		({ status, due_at }) =>
			['identified', 'following'].includes(status) && due_at && due_at <= (due_end_at as number),
	);
	expect(due.length).toBeGreaterThan(0);
	const [[to, text], ...others] = sentMessages();
	expect([to, others]).toEqual([group.chat_session_uid, []]);
	const lines = text.split('\n').filter((line) => line.startsWith('- '));
	// n8n's editor runs with Limit 50
	expect(lines).toHaveLength(Math.min(due.length, 50));
	const written = due.map(({ title, due_at }) => {
		const at = DateTime.fromMillis(due_at!, { zone: TIME_ZONE, locale: 'en' });
		return `- ${title} - ${at.toFormat('ccc d LLL, HH:mm')}`;
	});
	expect(lines.filter((line) => !written.some((start) => line.startsWith(start)))).toEqual([]);
	expectEffort({ clicks: 18, texts: 4, drags: 1 });
});

test('a weekly export has a row for each call of last week, with readable columns', async () => {
	await user.addNode(SCHEDULE);
	await user.closeNode();
	await user.addNode('Svc Calls', 'Get many calls');
	await user.choose('period', 'Last Week');
	await user.choose('outputAs', 'CSV for Spreadsheets');
	await user.executeStep();
	const csv = await user.downloadFile();

	const { start_at } = world.requests('queryCalls')[0].body as { start_at: number };
	const monday = DateTime.now().setZone(TIME_ZONE).startOf('week').minus({ weeks: 1 });
	expect(start_at).toBe(monday.toMillis());
	const calls = [...world.service.account('a').calls.values()].filter(
		({ created_at, unreadable }) =>
			created_at >= start_at && created_at < monday.plus({ weeks: 1 }).toMillis() && !unreadable,
	);
	const [header, ...rows] = lines(csv);
	const columns = header.split(',');
	expect(columns.length).toBeLessThanOrEqual(25);
	expect(columns.slice(0, 4)).toEqual(['with', 'from', 'started_at', 'duration']);
	// A name such as participants.0 would contain an index.
	expect(columns.filter((name) => !/^[a-z_]+$/.test(name))).toEqual([]);
	expect(rows.map((row) => /call_[0-9a-f]{12}/.exec(row)?.[0]).sort()).toEqual(
		calls.map(({ call_uid }) => call_uid).sort(),
	);
	expectEffort({ clicks: 12, texts: 3, drags: 0 });
});

const testWithFilters = needing('addFilterButton').test;

/** Lines of a CSV file; texts in quotation marks, which may have line breaks, are left out. */
function lines(csv: string): string[] {
	return csv
		.replace(/^\uFEFF/, '')
		.replace(/"(?:[^"]|"")*"/g, '')
		.trimEnd()
		.split(/\r?\n/);
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
