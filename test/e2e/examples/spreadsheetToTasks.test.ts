import axios from 'axios';
import { randomUUID } from 'node:crypto';
import { waitFor, type Workflow } from '../../../dev/n8n/client';
import { localTime } from '../clock';
import { excelFile } from '../files';
import { exampleWith } from '../workflows';
import { useWorld } from '../world';

const FILE = 'spreadsheet-to-tasks.json';

const world = useWorld();
let known: Set<string>;
let published: Workflow | undefined;

beforeEach(() => {
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
	separator = ',',
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
	'Due,Title,Description,Colour',
	'2027-03-01 09:30,Book the hall,"For 30 people, with a piano",red',
	'15.06.2027,Send the invitations,,',
	',Think about the music,,',
	'2027-03-01,,No title,',
	'11/12/2027,Order the flowers,,',
].join('\n');

const FROM_CSV = [
	['Book the hall', '2027-03-01 09:30', 'For 30 people, with a piano'],
	['Send the invitations', '2027-06-15 00:00', undefined],
	['Think about the music', undefined, undefined],
];

test('creates a task for each row, and lists the others with the reason', async () => {
	const page = await upload(await publish(), 'tasks.csv', CSV);
	expect(created()).toEqual(FROM_CSV);
	for (const [title] of FROM_CSV) expect(page).toContain(`• ${title as string}`);
	expect(page).toMatch(/• .*'Title'/);
	expect(page).toMatch(/• 'Due' can mean .*11\/12\/2027/);
});

test('creates only the new tasks when a corrected file is uploaded', async () => {
	const url = await publish();
	await upload(url, 'tasks.csv', CSV);
	const page = await upload(url, 'tasks-2.csv', CSV.replace('11/12/2027', '2027-12-11'));
	expect(page).toContain('• Order the flowers');
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
	await upload(await publish(), 'tasks.xlsx', await excelFile(world, rows));
	expect(created()).toEqual([
		['Book the hall', '2027-03-01 09:30', undefined],
		['In summer', '2027-07-15 18:00', undefined],
	]);
});

test('reads a file with semicolons', async () => {
	const content = 'Title;Due;Description\nSweep;30.11.2027 18:00;Twice, with care\n';
	await upload(await publish(), 'tasks.csv', content, ';');
	expect(created()).toEqual([['Sweep', '2027-11-30 18:00', 'Twice, with care']]);
});
