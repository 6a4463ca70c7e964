import { localTime } from '../clock';
import { excelFile } from '../files';
import { useWorld } from '../world';
import { Form } from './form';

const FILE = 'spreadsheet-to-tasks.json';

const world = useWorld();
let known: Set<string>;
let form: Form | undefined;

beforeEach(() => {
	known = new Set(world.service.account('a').arrangements.keys());
});
afterEach(async () => {
	await form?.close();
	form = undefined;
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

/** Uploads a file in the form of the example and returns the words of the page at the end. */
async function upload(name: string, content: string | Buffer, separator = ','): Promise<string> {
	form ??= await Form.publish(world, FILE, 'Upload a List');
	const file = new File([content], name);
	return await form.ending(await form.submit('Tasks from a spreadsheet', file, separator));
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
	const page = await upload('tasks.csv', CSV);
	expect(created()).toEqual(FROM_CSV);
	for (const [title] of FROM_CSV) expect(page).toContain(`• ${title as string}`);
	expect(page).toMatch(/• .*'Title'/);
	expect(page).toMatch(/• 'Due' can mean .*11\/12\/2027/);
});

test('creates only the new tasks when a corrected file is uploaded', async () => {
	await upload('tasks.csv', CSV);
	const page = await upload('tasks-2.csv', CSV.replace('11/12/2027', '2027-12-11'));
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
	await upload('tasks.xlsx', await excelFile(world, rows));
	expect(created()).toEqual([
		['Book the hall', '2027-03-01 09:30', undefined],
		['In summer', '2027-07-15 18:00', undefined],
	]);
});

test('reads a file with semicolons', async () => {
	const content = 'Title;Due;Description\nSweep;30.11.2027 18:00;Twice, with care\n';
	await upload('tasks.csv', content, ';');
	expect(created()).toEqual([['Sweep', '2027-11-30 18:00', 'Twice, with care']]);
});
