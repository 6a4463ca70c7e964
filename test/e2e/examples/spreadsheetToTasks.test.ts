import axios from 'axios';
import { randomUUID } from 'node:crypto';
import { waitFor, type Workflow } from '../../../dev/n8n/client';
import { itemsOf } from '../../../dev/n8n/execution';
import { localTime } from '../clock';
import { excelFile } from '../files';
import { exampleWith } from '../workflows';
import { useWorld } from '../world';
import { Group } from './group';

const FILE = 'spreadsheet-to-tasks.json';

const world = useWorld();
let group: Group;
let known: Set<string>;
let published: Workflow | undefined;

beforeEach(() => {
	group = new Group(world, 'Kiln Studio');
	known = new Set(world.service.account('a').arrangements.keys());
});
afterEach(async () => {
	if (published) await world.n8n.deactivate(published);
	published = undefined;
});

/** New tasks: title, due time in n8n's time zone, and description. */
function created(): unknown[][] {
	const { arrangements } = world.service.account('a');
	return [...arrangements.values()]
		.filter(({ arrangement_uid }) => !known.has(arrangement_uid))
		.map(({ title, due_at, description }) => [
			title,
			due_at && localTime(due_at).slice(0, 16),
			description,
		])
		.sort();
}

/** Publishes the example and returns the URL of its form. */
async function publish(): Promise<string> {
	const example = exampleWith(world.credential, FILE);
	const form = example.nodes.find(({ name }) => name === 'Upload a List')!;
	form.webhookId = randomUUID();
	published = await world.n8n.createWorkflow(example);
	await world.n8n.activate(published);
	return `${world.n8n.url}/form/${form.webhookId}`;
}

const http = axios.create({ proxy: false, maxRedirects: 5, responseType: 'text', timeout: 30_000 });

/** Uploads a file in the form and returns the words of the page at the end. */
async function upload(
	url: string,
	name: string,
	content: string | Buffer,
	separator = 'Comma',
): Promise<string> {
	expect((await http.get<string>(url)).data).toContain('Tasks from a spreadsheet');
	const form = new FormData();
	form.append('field-0', new Blob([content]), name);
	form.append('field-1', separator);
	const answer = await http.post<string>(url, form);
	const { formWaitingUrl } = JSON.parse(answer.data) as { formWaitingUrl: string };
	const ending = await endingOf(formWaitingUrl);
	return ending.replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]+>/g, '\n');
}

/** Waits, as the form in the browser does, and returns the page at the end of the workflow. */
async function endingOf(formWaitingUrl: string): Promise<string> {
	const { pathname, search } = new URL(formWaitingUrl);
	const url = world.n8n.url + pathname;
	await waitFor('the ending of the form', 30_000, async () => {
		const { data } = await http.get<string>(`${url}/n8n-execution-status${search}`);
		return data === 'form-waiting' || undefined;
	});
	const ending = await http.get<string>(url + search);
	// The page itself sends this when it is shown; the execution ends then
	await http.post(url + search);
	return ending.data;
}

const CSV = [
	'Due,What,Notes,Colour',
	'2027-03-01 09:30,Book the hall,"For 30 people, with a piano",red',
	'15.06.2027,Send the invitations,,',
	',Think about the music,,',
	'2027-07-01T18:00,Sweep,,',
	'2027-03-01,,No title,',
	'11/12/2027,Order the flowers,,',
	'15.06.2027,Send the invitations,,green',
	`,${'x'.repeat(201)},,`,
	',,,',
].join('\n');

const FROM_CSV = [
	['Book the hall', '2027-03-01 09:30', 'For 30 people, with a piano'],
	['Send the invitations', '2027-06-15 00:00', undefined],
	['Sweep', '2027-07-01 18:00', undefined],
	['Think about the music', undefined, undefined],
];

test('creates a task for each row, and lists the others with the reason', async () => {
	const page = await upload(await publish(), 'tasks.csv', CSV);
	expect(created()).toEqual(FROM_CSV);
	for (const text of [page, group.sent()[0]]) {
		expect(text).toContain('4 tasks from 8 rows');
		expect(text).toContain('• Book the hall, due 1 March 2027, 09:30');
		expect(text).toContain('• Think about the music');
		expect(text).toContain('✗ Row 6: it has no title');
		expect(text).toContain('✗ Row 7: “11/12/2027” is not understood as a date');
		expect(text).toContain('✗ Row 8: it is the same as row 3');
		expect(text).toContain('✗ Row 9: its title is longer than 200 characters');
	}
});

test('creates only the new tasks when a corrected file is uploaded', async () => {
	const url = await publish();
	await upload(url, 'tasks.csv', CSV);
	const corrected = CSV.replace('11/12/2027', '2027-12-11');
	const page = await upload(url, 'tasks-2.csv', corrected);
	expect(page).toContain('5 tasks from 8 rows');
	expect(created()).toEqual(
		[...FROM_CSV, ['Order the flowers', '2027-12-11 00:00', undefined]].sort(),
	);
});

test('reads the date cells of an Excel file in the time zone of the workflow', async () => {
	// The days since the end of 1899, as in date cells
	const rows = [
		{ Title: 'Book the hall', Due: 46447 + 9.5 / 24 },
		{ Title: 'In summer', Due: 46583.75 },
	];
	const page = await upload(await publish(), 'tasks.xlsx', await excelFile(world, rows));
	expect(page).toContain('2 tasks from 2 rows');
	expect(created()).toEqual([
		['Book the hall', '2027-03-01 09:30', undefined],
		['In summer', '2027-07-15 18:00', undefined],
	]);
});

test('reads a file with semicolons', async () => {
	const content = 'Title;Due;Description\nSweep;30.11.2027 18:00;Twice, with care\n';
	await upload(await publish(), 'tasks.csv', content, 'Semicolon');
	expect(created()).toEqual([['Sweep', '2027-11-30 18:00', 'Twice, with care']]);
});

test('lists a row that the service refuses, beside those that it takes', async () => {
	const url = await publish();
	world.service.faults.add({
		operation: 'createArrangements',
		times: Infinity,
		match: ({ rawBody }) => rawBody?.includes('Sweep') ?? false,
		status: 400,
	});
	const page = await upload(url, 'tasks.csv', CSV);
	expect(created()).toEqual(FROM_CSV.filter(([title]) => title !== 'Sweep'));
	expect(page).toContain('3 tasks from 8 rows');
	expect(page).toMatch(/✗ Row 5: .*HTTP 400$/m);
});

test.each(['Title,Due,Description\n', 'nothing'])(
	'says that a file has no rows: %j',
	async (text) => {
		const page = await upload(await publish(), 'tasks.csv', text);
		expect(page).toContain('0 tasks from 0 rows');
		expect(page).toContain('✗ the file has no rows');
		expect(created()).toEqual([]);
	},
);

test('can be tried with sample rows', async () => {
	const execution = await world.runExample(FILE);
	expect(execution).toMatchObject({ status: 'success', error: undefined });
	expect(itemsOf(execution, 'Create the Tasks')).toHaveLength(3);
	expect(group.sent()[0]).toContain('3 tasks from 5 rows');
});
