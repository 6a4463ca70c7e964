import { parse } from 'csv-parse/sync';
import { DateTime } from 'luxon';

import type { Workflow } from '../../dev/n8n/client';
import { runOf, type Execution } from '../../dev/n8n/execution';
import { filesOf } from './files';
import { has, needing } from './features';
import { useJobs } from './jobs';
import { NewEvents } from './newEvents';
import { TIME_ZONE } from './setup';

/** Reports, exports and alerts by clicking. */

jest.setTimeout(300_000);

const SCHEDULE = 'Schedule Trigger';

/** A time in text: with offset, never as milliseconds since 1970. */
const ISO_TIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d`;

const jobs = useJobs('jobs');

test.each([
	['the mouse alone', { clicks: 18, texts: 4, drags: 1 }] as const,
	...(has('escapeKey')
		? [['mouse and keys', { clicks: 13, texts: 4, drags: 1, keys: 5 }] as const]
		: []),
])(
	'a morning message lists in a group chat what is due today or overdue, and when (with %s)',
	async (_by, effort) => {
		const { user, world } = jobs;
		user.usesKeys = 'keys' in effort;
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
		const studio = /^Studio team \(group chat\)/;
		await user.chooseFromList(user.locatorOf('conversation'), 'Studio', studio);
		await user.drag('text', 'text');
		await user.executeStep();

		const group = [...conversations.values()].find(({ name }) => name === 'Studio team')!;
		const { due_end_at } = world.requests('queryArrangements').at(-1)!.body!;
		const due = [...arrangements.values()].filter(
			({ status, due_at }) =>
				['identified', 'following'].includes(status) && due_at && due_at <= (due_end_at as number),
		);
		expect(due.length).toBeGreaterThan(0);
		const [[to, text], ...others] = jobs.sentMessages();
		expect([to, others]).toEqual([group.chat_session_uid, []]);
		const lines = text.split('\n').filter((line) => line.startsWith('- '));
		// n8n's editor runs with Limit 50
		expect(lines).toHaveLength(Math.min(due.length, 50));
		const written = due.map(({ title, due_at }) => {
			const at = DateTime.fromMillis(due_at!, { zone: TIME_ZONE, locale: 'en' });
			return `- ${title} · ${at.toFormat('ccc d LLL, HH:mm')}`;
		});
		expect(lines.filter((line) => !written.some((start) => line.startsWith(start)))).toEqual([]);
		jobs.expectEffort(effort);
	},
);

test('a weekly export has a row for each call since last week, with readable columns', async () => {
	const { user, world } = jobs;
	await user.addNode('Svc Calls', 'New call');
	await user.choose('mode', 'Every Week');
	await user.choose('startFrom', 'Last Week');
	await user.choose('outputAs', 'CSV for Spreadsheets');
	await user.closeNode();
	await user.publish();

	const rows = await rowsIn(await jobs.executed(1), 'Svc Calls Trigger');
	const { nodes } = await world.n8n.call<Workflow>('GET', `/rest/workflows/${jobs.workflowId}`);
	expect(nodes[0].parameters.pollTimes).toEqual({ item: [{ mode: 'everyWeek' }] });
	const monday = DateTime.now().setZone(TIME_ZONE).startOf('week').minus({ weeks: 1 });
	const calls = [...world.service.account('a').calls.values()].filter(
		({ created_at, unreadable }) => created_at >= monday.toMillis() && !unreadable,
	);
	expect(rows.map(({ call_uid }) => call_uid).sort()).toEqual(
		calls.map(({ call_uid }) => call_uid).sort(),
	);
	const columns = Object.keys(rows[0]);
	expect(columns.length).toBeLessThanOrEqual(18);
	expect(columns.slice(0, 4)).toEqual(['with', 'from', 'started_at', 'duration']);
	// A name such as participants.0 would contain an index.
	expect(columns.filter((name) => !/^[a-z_]+$/.test(name))).toEqual([]);
	jobs.expectEffort({ clicks: 12, texts: 1, drags: 0 });
});

const testWithFilters = needing('addFilterButton').test;

/** The rows of the CSV file that a trigger made. */
async function rowsIn(
	execution: Execution,
	trigger: string,
): Promise<Array<Record<string, string>>> {
	const { data } = await filesOf(jobs.world.n8n, runOf(execution, trigger).outputs[0][0]);
	return parse(data.bytes, { columns: true, bom: true });
}

testWithFilters('an alert tells a person which calls of some people were missed', async () => {
	const { user, world } = jobs;
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
	await user.chooseFromList(user.firstEntry('participants'), 'Harrow', /^Elio Harrow/);
	await user.enterName(await user.addEntry('participants'), 'Bela Underhill');
	await user.executeStep();
	await user.closeNode();
	await user.addNode('Svc Chat', 'Send message');
	await user.choose('sendTo', 'Person');
	await user.enterName(user.locatorOf('person'), 'Kestrel Wharf');
	await user.compose('text', 'with', ' called at ', 'started_at');
	await user.executeStep();

	expect(world.requests('queryCalls').at(-1)!.body).toMatchObject({
		directions: ['incoming'],
		results: ['not_answered', 'cancelled'],
		participant_user_refs: callers,
	});
	const missed = [...calls.values()]
		.filter(({ direction, result }) => direction === 'incoming' && /^(not_ans|canc)/.test(result))
		.filter(({ participants }) => participants.some(({ user_ref }) => callers.includes(user_ref)));
	const texts = jobs.sentMessages().map(([, text]) => text);
	expect(texts.length).toBeGreaterThan(0);
	for (const text of texts) {
		const [, names, time] = new RegExp(`^(.+) called at (${ISO_TIME})$`).exec(text)!;
		const call = missed.find(({ started_at }) => started_at === Date.parse(time))!;
		const caller = call.participants.find(({ role }) => role === 'caller')!;
		expect(names.split(', ')).toContain(caller.display_name);
	}
	const chats = world.requests('createPrivateChats').flatMap(({ body }) => body!.items);
	expect(chats).toMatchObject([{ target_user_ref: personCalled('Kestrel Wharf') }]);
	jobs.expectEffort({ clicks: 35, texts: 6, drags: 2 });
});

test('all records of last month become a file, and then only new ones do', async () => {
	const { user, world } = jobs;
	const { records } = world.service.account('a');
	const start = DateTime.now().setZone(TIME_ZONE).startOf('month').minus({ months: 1 }).toMillis();
	const known = [...records.values()].filter(
		({ send_at, state }) =>
			send_at >= start && send_at <= Date.now() && ['available', 'protected'].includes(state),
	);
	expect(known.length).toBeGreaterThan(50);

	await user.addNode('Svc Records', 'New record');
	await user.choose('startFrom', 'Last Month');
	await user.choose('outputAs', 'CSV for Spreadsheets');
	await user.closeNode();
	await user.publish();

	const exported = async (times: number) => {
		const rows = await rowsIn(await jobs.executed(times), 'Svc Records Trigger');
		return rows.map(({ record_uid }) => record_uid).sort();
	};
	expect(await exported(1)).toEqual(known.map(({ record_uid }) => record_uid).sort());
	const added = new NewEvents(world.service).record();
	expect(await exported(2)).toEqual([added]);
	jobs.expectEffort({ clicks: 10, texts: 1, drags: 0 });
});

test('who spoke most in the calls of last week is told in seconds and shares', async () => {
	const { user, world } = jobs;
	const { calls } = world.service.account('a');
	for (const call of calls.values()) call.created_at -= 60 * 86_400_000;
	const monday = DateTime.now().setZone(TIME_ZONE).startOf('week').minus({ weeks: 1 });
	const people = ['Vera Lamp', 'Otto Reed'];
	const speakers = people.map((display_name) => ({
		display_name,
		resolution: 'participant' as const,
		user_ref: `usr_${display_name[0]}`,
	}));
	const newEvents = new NewEvents(world.service);
	/** A call in which both speak, for so many seconds. */
	const call = (time: DateTime, ...seconds: number[]) => {
		const created_at = time.toMillis();
		const utterances = seconds.map((length, speaker) => ({
			start_ms: speaker * 100_000,
			end_ms: speaker * 100_000 + length * 1000,
			speaker,
			text: 'Hello',
			truncated: false,
		}));
		const transcript_state = 'ready';
		newEvents.call(0, { created_at, transcript_state, speakers, utterances });
	};
	call(monday.minus({ milliseconds: 1 }), 0, 50);
	call(monday, 20, 10);
	call(monday.plus({ weeks: 1 }).minus({ milliseconds: 1 }), 40, 5);
	call(monday.plus({ weeks: 1 }), 0, 50);

	await user.addNode('Svc Calls', 'Get many calls');
	await user.choose('period', 'Last Week');
	await user.choose('outputAs', 'Talk Time');
	await user.executeStep();

	const rows = await jobs.outputOf('Get many calls');
	expect(rows.map(({ speaker_name, seconds, share }) => [speaker_name, seconds, share])).toEqual([
		['Vera Lamp', 60, 0.8],
		['Otto Reed', 15, 0.2],
	]);
	jobs.expectEffort({ clicks: 9, texts: 1, drags: 0 });
});
