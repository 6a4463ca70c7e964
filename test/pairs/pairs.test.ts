import axios from 'axios';
import type { IDataObject, INode } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { N8nClient, waitFor, type Credential, type WorkflowFile } from '../../dev/n8n/client';
import { startN8n, type N8nHost } from '../../dev/n8n/host';
import { installPackage, packPackage } from '../../dev/n8n/package';
import { REPOSITORY } from '../../dev/n8n/paths';
import { story } from '../../dev/story';
import { localTime } from '../e2e/clock';
import { openEditor } from '../e2e/editor';
import { TIME_ZONE } from '../e2e/setup';
import { exampleWith } from '../e2e/workflows';
import { worldOf, type World } from '../e2e/world';
import { OtherSystems, type Sent } from './otherSystems';

/** The examples with other systems, imported and run as they are. The other systems answer from recordings. */

jest.setTimeout(240_000);

const SHEET = '/v4/spreadsheets/your-document-0000000000000000000000000000000';
const TOKEN = { oauthTokenData: { access_token: 'invented-token', token_type: 'Bearer' } };
const GOOGLE = { clientId: 'invented', clientSecret: 'invented', ...TOKEN };

/** Type and data of the credential of each node of another system. */
const ACCOUNTS: Record<string, [type: string, data: IDataObject]> = {
	hubspot: ['hubspotAppToken', { appToken: 'invented-token' }],
	googleSheets: ['googleSheetsOAuth2Api', GOOGLE],
	notion: ['notionApi', { apiKey: 'invented-token' }],
	googleCalendar: ['googleCalendarOAuth2Api', GOOGLE],
	slack: ['slackApi', { accessToken: 'invented-token' }],
};

let home: string;
let systems: OtherSystems;
let host: N8nHost;
let world: World;
const credentials = new Map<string, Credential>();

beforeAll(async () => {
	home = mkdtempSync(path.join(tmpdir(), 'n8n-pairs-'));
	systems = await OtherSystems.start();
	const authority = path.join(home, 'authority.pem');
	writeFileSync(authority, systems.certificate);
	await installPackage(await packPackage(), home);
	host = await startN8n({
		home,
		env: {
			GENERIC_TIMEZONE: TIME_ZONE,
			HTTPS_PROXY: systems.url,
			HTTP_PROXY: systems.url,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: authority,
		},
	});
	world = await worldOf(new N8nClient(host.url), { story });
	for (const [node, [type, data]] of Object.entries(ACCOUNTS)) {
		credentials.set(`n8n-nodes-base.${node}`, await world.n8n.createCredential(node, type, data));
	}
});
beforeEach(() => {
	world.service.reset();
	systems.reset();
});
afterEach(() => {
	expect(systems.refused).toEqual([]);
	expect(systems.sent.filter(({ authorization }) => !authorization.includes('invented'))).toEqual(
		[],
	);
	expect(world.service.violations).toEqual([]);
});
afterAll(async () => {
	await host.stop();
	await world.close();
	await systems.close();
	rmSync(home, { recursive: true });
});

const files = readdirSync(path.join(REPOSITORY, 'examples/pairs'));

/** A pair as somebody has imported it, who then chose the credentials. */
function imported(file: string): WorkflowFile {
	const example = exampleWith(world.credential, `pairs/${file}`);
	const choose = (node: INode): INode => {
		const chosen = credentials.get(node.type);
		if (!chosen) return node;
		return { ...node, credentials: { [chosen.type]: { id: chosen.id, name: chosen.name } } };
	};
	return { ...example, nodes: example.nodes.map(choose) };
}

/** Executes a pair by hand, with the latest events of its trigger. */
async function execute(file: string): Promise<void> {
	expect(await world.run(imported(file))).toMatchObject({ status: 'success', error: undefined });
}

/** The told account. */
const account = () => world.service.account('a');

const minuteOf = (millis: number) => localTime(millis).slice(0, 16);

test('logs the summary of a call on the contact of its name in HubSpot, and nothing on others', async () => {
	await execute('call-to-hubspot-note.json');
	const searched = systems.requests('POST', '/crm').map(({ body }) => body.query);
	expect(searched.sort()).toEqual(['Farah Nasser', 'Ines Marchetti', 'Jonas Beck']);
	const notes = [...account().calls.values()]
		.filter(({ summary, participants }) => summary && participants.some(isFarah))
		.map(({ started_at, summary }) => `Call on ${minuteOf(started_at!)}: ${summary!.text}`);
	expect(notes.length).toBeGreaterThan(0);
	const logged = systems.requests('POST', '/engagements').map(({ body }) => body);
	expect(logged.map(({ metadata }) => (metadata as IDataObject).body).sort()).toEqual(notes.sort());
	for (const each of logged) {
		expect(each).toMatchObject({
			engagement: { type: 'CALL' },
			metadata: { status: 'COMPLETED' },
			associations: { contactIds: ['20751'] },
		});
	}
});

const isFarah = ({ display_name }: { display_name: string }) => display_name === 'Farah Nasser';

test('writes each call as a row of Google Sheets, and none twice', async () => {
	const file = 'call-log-to-google-sheets.json';
	await execute(file);
	const [columns, ...rows] = rowsPut();
	expect(columns.slice(0, 7)).toEqual(
		'with from started_at duration direction result summary'.split(' '),
	);
	const uids = rows.map((row) => row[columns.indexOf('call_uid')]);
	expect(new Set(uids).size).toBe(3);
	const first = account().calls.get(String(uids[0]))!;
	const started = new Date(rows[0][columns.indexOf('started_at')] as string).getTime();
	expect([started, rows[0][columns.indexOf('result')]]).toEqual([first.started_at, first.result]);

	// The sheet has them now, and there is one more call, which is like the first but for its identifier
	account().calls.set('call_new', { ...first, call_uid: 'call_new' });
	systems.reset();
	systems.add({
		method: 'GET',
		host: 'sheets.googleapis.com',
		path: `${SHEET}/values/'Sheet1'`,
		answer: { values: [columns, ...rows] as never },
	});
	await execute(file);
	expect(rowsPut().map((row) => row[columns.indexOf('call_uid')])).toEqual(['call_new']);
	const updated = systems.requests('POST', `${SHEET}/values:batchUpdate`).flatMap(rangesOf);
	expect(updated.length).toBeGreaterThan(0);
	expect(updated.filter((range) => Number(/\d+$/.exec(range)![0]) > 4)).toEqual([]);
});

/** Rows that were written, with the row of the column names. */
const rowsPut = () =>
	systems.requests('PUT', SHEET).flatMap(({ body }) => body.values as unknown[][]);

const rangesOf = ({ body }: Sent) => (body.data as IDataObject[]).map(({ range }) => String(range));

test('makes a Notion page of each recording with its name, time and transcript', async () => {
	await execute('transcript-to-notion.json');
	const pages = systems.requests('POST', '/v1/pages').map(({ body }) => body);
	const { name, start_at, utterances } = [...account().recordings.values()].find(
		(recording) => recording.name === 'Kiln inspection',
	)!;
	const content = `${name} (${minuteOf(start_at)})`;
	const page = pages.find((each) => JSON.stringify(each).includes(content));
	expect(page).toMatchObject({
		parent: { data_source_id: '00000000-0000-4000-8000-000000000000' },
		properties: { Recording: { title: [{ text: { content } }] } },
	});
	for (const { text } of utterances) expect(page!.markdown).toContain(text);
	expect(page!.markdown).toMatch(/^\*\*Tomas Novak, 00:00:00\*\*/);
});

test('makes an event of Google Calendar of each open task that is due, once it is published', async () => {
	const due = [...account().arrangements.values()]
		.filter(({ status }) => ['identified', 'following'].includes(status))
		.filter(({ due_at }) => due_at! > world.service.now())
		.map(({ title, due_at }) => [title, due_at, due_at! + 30 * 60_000]);
	expect(due.length).toBeGreaterThan(5);
	const workflow = await world.n8n.createWorkflow(imported('tasks-to-google-calendar.json'));
	await world.n8n.activate(workflow);
	const [{ id }] = await waitFor('the first poll', 60_000, async () => {
		const executions = await world.n8n.executions(workflow.id);
		return executions.length > 0 ? executions : undefined;
	});
	await world.n8n.waitForExecution(id);
	await world.n8n.deactivate(workflow);
	const timeOf = (time: unknown) => new Date((time as { dateTime: string }).dateTime).getTime();
	const events = systems
		.requests('POST', '/calendar/v3/calendars/primary/events')
		.map(({ body: { summary, start, end } }) => [summary, timeOf(start), timeOf(end)]);
	expect(events.sort()).toEqual(due.sort());
});

test('tells a Slack channel of the calls with a word, and of no others', async () => {
	await execute('keyword-in-call-to-slack.json');
	const { started_at } = [...account().calls.values()].find(({ utterances }) =>
		utterances?.some(({ text }) => text.includes('invoice')),
	)!;
	const posted = systems.requests('POST', '/api/chat.postMessage').map(({ body }) => body);
	expect(posted).toMatchObject([{ channel: '#calls' }]);
	const [heading, ...lines] = String(posted[0].text).trim().split('\n');
	expect(heading).toBe('Calls about an invoice or refund:');
	expect(lines).toEqual([expect.stringContaining('Farah Nasser')]);
	expect(lines[0]).toContain(minuteOf(started_at!).slice(11));
});

test('makes one task of what somebody enters in the form, even if the answer is lost', async () => {
	const example = imported('form-to-task.json');
	const form = example.nodes.find(({ type }) => type.endsWith('.formTrigger'))!;
	form.webhookId = randomUUID();
	const workflow = await world.n8n.createWorkflow(example);
	await world.n8n.activate(workflow);
	const url = `${host.url}/form/${form.webhookId}`;
	expect((await axios.get<string>(url, { proxy: false })).data).toContain('What is to be done?');
	const entries = new FormData();
	entries.append('field-0', 'Glaze the bowls');
	entries.append('field-1', '2027-03-01');
	world.service.faults.add({ operation: 'createArrangements', drop: 'after', times: 2 });
	await axios.post(url, entries, { proxy: false });
	const [{ id }] = await world.n8n.executions(workflow.id);
	expect(await world.n8n.waitForExecution(id)).toMatchObject({ status: 'success' });
	expect(world.requests('createArrangements').length).toBeGreaterThan(2);
	await world.n8n.deactivate(workflow);
	const made = [...account().arrangements.values()].filter(
		({ title }) => title === 'Glaze the bowls',
	);
	expect(made.map(({ due_at }) => minuteOf(due_at!))).toEqual(['2027-03-01 00:00']);
});

test('the editor shows all notes whole, and warns of nothing once credentials are chosen', async () => {
	const editor = await openEditor(world);
	for (const file of files) {
		const pair = imported(file);
		await editor.openWorkflow(await world.n8n.createWorkflow(pair));
		expect([file, await editor.cutNotes()]).toEqual([file, []]);
		expect(await editor.warned(pair.nodes.map(({ name }) => name))).toEqual([]);
	}
	await editor.close();
});

test('a request without a recording fails, and is named', async () => {
	const proxy = { host: '127.0.0.1', port: Number(new URL(systems.url).port) };
	const request = axios.get('http://elsewhere.example/some/path', { proxy });
	await expect(request).rejects.toMatchObject({ response: { status: 599 } });
	expect(systems.refused.splice(0)).toEqual([
		'There is no recording of GET elsewhere.example/some/path',
	]);
});
