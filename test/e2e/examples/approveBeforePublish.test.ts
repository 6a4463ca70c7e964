import axios from 'axios';
import type { StoredRecord } from '../../../dev/areas/Records/data';
import { PATIENCE_MS, pollTimes } from '../activeTrigger';
import { waitFor, type Workflow } from '../../../dev/n8n/client';
import { exampleWith } from '../workflows';
import { useWorld } from '../world';
import { Group } from './group';

jest.setTimeout(3 * PATIENCE_MS);

const FILE = 'approve-before-publish.json';
const TOPIC = 'Drafts';

const world = useWorld();
let group: Group;
/** Copies of the example, and those of them that are published. */
let copies: Workflow[];
let published: Workflow[];

beforeEach(() => {
	group = new Group(world, 'Studio team');
	copies = [];
	published = [];
});
afterEach(async () => {
	for (const workflow of published) await world.n8n.deactivate(workflow);
});

/** Stores a copy of the example. */
async function copy(waitSeconds?: number): Promise<Workflow> {
	const example = exampleWith(world.credential, FILE);
	for (const { name, parameters } of example.nodes) {
		if (name === 'Record to Approve') parameters.pollTimes = pollTimes();
		if (name === 'Ask' && waitSeconds !== undefined) {
			const values = {
				limitType: 'afterTimeInterval',
				resumeAmount: waitSeconds / 60,
				resumeUnit: 'minutes',
			};
			parameters.options = { limitWaitTime: { values } };
		}
	}
	const workflow = await world.n8n.createWorkflow(example);
	copies.push(workflow);
	return workflow;
}

/** Publishes a copy of the example. */
async function start(waitSeconds?: number): Promise<void> {
	const workflow = await copy(waitSeconds);
	await world.n8n.activate(workflow, PATIENCE_MS);
	published.push(workflow);
}

/** Adds a record of the account to the topic. */
function add(title: string): StoredRecord {
	const { records, topics, profile } = world.service.account('a');
	const { topic_uid } = [...topics.values()].find(({ display_path }) => display_path === TOPIC)!;
	const record: StoredRecord = {
		record_uid: `rec_e2e_${records.size}`,
		state: 'available',
		creator_user_ref: profile.user_ref,
		origin: 'self',
		title,
		text_content: `${title}: the first line.`,
		send_at: world.service.now(),
		version: 1,
		container: { kind: 'topic', topic_uid },
	};
	records.set(record.record_uid, record);
	return record;
}

function postOf({ record_uid }: StoredRecord) {
	return world.service.account('a').world.posts.get(record_uid);
}

/** The links of a question to publish and not to, when the execution waits for its answer. */
async function linksIn(question: string): Promise<[yes: string, no: string]> {
	const [yes, no] = question.match(/http\S+/g)!;
	await untilStatus(yes, 'waiting');
	return [yes, no];
}

/** Waits until the execution of a link has a status. While it runs, n8n takes no answer. */
async function untilStatus(link: string, status: string): Promise<void> {
	const [, execution] = /webhook-waiting\/(\d+)/.exec(link)!;
	await waitFor(`the status ${status}`, PATIENCE_MS, async () => {
		for (const { id } of copies) {
			const all = await world.n8n.executions(id);
			if (all.some((each) => each.id === execution && each.status === status)) return true;
		}
		return undefined;
	});
}

/** Confirms the page of a link as a browser does, and returns the page after it. */
async function confirm(link: string): Promise<string> {
	const { data } = await axios.post<string>(link, undefined, {
		proxy: false,
		timeout: PATIENCE_MS,
		validateStatus: () => true,
	});
	return data;
}

/** Answers a question. */
async function decide(question: string, publish: boolean): Promise<void> {
	const [yes, no] = await linksIn(question);
	expect(await confirm(publish ? yes : no)).toContain('Your answer was recorded');
}

/** Says yes to a question that shows this one of the records, and checks that only that one is published. */
async function approve(question: string, shown: StoredRecord, all: StoredRecord[]): Promise<void> {
	expect(all.filter(({ text_content }) => question.includes(text_content))).toEqual([shown]);
	const told = group.sent().length;
	await decide(question, true);
	const texts = await group.untilSent(told + 1);
	expect(texts[told]).toContain(`“${shown.title}”`);
	expect(all.filter((record) => postOf(record) !== undefined)).toEqual([shown]);
}

test('shows the record, publishes it after a yes, and says so', async () => {
	await start();
	const record = add('Raku evening');
	const [question] = await group.untilSent(1);
	expect(question).toMatch(
		/^May “Raku evening” be published\?\n\nRaku evening: the first line\.\n\n/,
	);
	expect(postOf(record)).toBeUndefined();

	await decide(question, true);
	const [, answer] = await group.untilSent(2);
	expect(answer).toBe('Approved: “Raku evening”');
	expect(postOf(record)).toMatchObject({ text_content: 'Raku evening: the first line.' });

	// A second answer changes nothing
	const [yes] = question.match(/http\S+/g)!;
	await untilStatus(yes, 'success');
	await confirm(yes);
	expect(world.requests('publishWorldRecords')).toHaveLength(1);
	expect(group.sent()).toEqual([question, answer]);
});

test('publishes nothing after a no, and says so', async () => {
	await start();
	const record = add('Price list');
	const [question] = await group.untilSent(1);
	await decide(question, false);
	const [, answer] = await group.untilSent(2);
	expect(answer).toBe('Not approved: “Price list”');
	expect(postOf(record)).toBeUndefined();
	expect(world.requests('publishWorldRecords')).toEqual([]);
});

test('publishes nothing without a decision, and says so', async () => {
	await start(1);
	const record = add('Old sketch');
	const [, answer] = await group.untilSent(2);
	expect(answer).toBe('Not approved: “Old sketch”');
	expect(postOf(record)).toBeUndefined();
	expect(world.requests('publishWorldRecords')).toEqual([]);
});

test('a record that was approved twice is published once', async () => {
	await start();
	await start();
	const record = add('Kiln opening');
	const questions = await group.untilSent(2);
	await decide(questions[0], true);
	await group.untilSent(3);
	const { publication_version } = postOf(record)!;
	await decide(questions[1], true);
	const texts = await group.untilSent(4);
	expect(texts[3]).toMatch(/^(?!Approved|Not approved).+: “Kiln opening”$/s);
	expect(postOf(record)).toMatchObject({ publication_version });
});

test('a record that was changed after the question is not published, and the reason is told', async () => {
	await start();
	const record = add('Draft');
	const [question] = await group.untilSent(1);
	Object.assign(record, { text_content: 'Something else', version: 2 });
	await decide(question, true);
	const [, answer] = await group.untilSent(2);
	expect(answer).toMatch(/^(?!Approved|Not approved).+: “Draft”$/s);
	expect(postOf(record)).toBeUndefined();
});

test('asks for each record on its own, and publishes the one that was shown', async () => {
	await start();
	const records = [add('First'), add('Second')];
	const questions = await group.untilSent(2);
	const about = questions.find((text) => text.includes('“Second”'))!;
	await approve(about, records[1], records);
});

test('a test run in the editor asks for one record, and publishes the one that was shown', async () => {
	const records = [add('First'), add('Second'), add('Third')];
	await world.n8n.run(await copy(), { trigger: 'Record to Approve' });
	const [question] = await group.untilSent(1);
	const shown = records.find(({ title }) => question.includes(`“${title}”`))!;
	await approve(question, shown, records);
	// One question and one answer
	expect(group.sent()).toHaveLength(2);
});
