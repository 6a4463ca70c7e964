import { localTime } from '../clock';
import { DataTable } from '../dataTables';
import { excelFile } from '../files';
import { useWorld } from '../world';
import { Form } from './form';
import { Group } from './group';

const world = useWorld();
let form: Form;
let group: Group;
let known: Set<string>;
let uploads = 0;

const table = () => new DataTable(world.n8n, 'sheet_rows');

beforeEach(async () => {
	uploads = 0;
	known = new Set(world.service.account('a').arrangements.keys());
	group = new Group(world, 'Studio team');
	await table().delete();
	form = await Form.publish(world, 'sheet-kept-in-step.json', 'Upload the Sheet');
});
afterEach(async () => {
	await form.close();
	await table().delete();
});

/** A due time as the number in a cell: the days since the end of 1899. */
const NINE_THIRTY = 46447 + 9.5 / 24;

const SHEET = [
	{ ID: 'a1', Title: 'Book the hall', Due: NINE_THIRTY },
	{ ID: 'a2', Title: 'Order cobalt', Due: 46583 },
	{ ID: 3, Title: 'Sweep' },
];

/** Uploads the sheet and returns the writes that it caused: the contents of the created and of the updated tasks. */
async function upload(rows: object[]) {
	const before = world.service.log.length;
	const file = new File([await excelFile(world, rows)], 'tasks.xlsx');
	await form.submit('Tasks of a sheet', file);
	const all = await world.n8n.executions(form.workflow.id);
	expect(all).toHaveLength(++uploads);
	const { error, status } = await world.n8n.waitForExecution(all[0].id);
	expect([error, status]).toEqual([undefined, 'success']);
	const sent = (operation: string) =>
		world.service.log
			.slice(before)
			.filter((entry) => entry.operation === operation)
			.flatMap(({ body }) => body!.items as Array<{ title: string }>)
			.map(({ title }) => title)
			.sort();
	return { created: sent('createArrangements'), updated: sent('updateArrangements') };
}

/** The tasks made of the sheet: title, and due time in n8n's time zone. */
function tasks(): unknown[][] {
	const { arrangements } = world.service.account('a');
	return [...arrangements.values()]
		.filter(({ arrangement_uid }) => !known.has(arrangement_uid))
		.map(({ title, due_at }) => [title, due_at && localTime(due_at).slice(0, 16)])
		.sort();
}

test('creates a task for each row, and nothing when the same sheet comes again', async () => {
	const titles = SHEET.map(({ Title }) => Title);
	const made = [
		['Book the hall', '2027-03-01 09:30'],
		['Order cobalt', '2027-07-15 00:00'],
		['Sweep', undefined],
	];
	expect(await upload(SHEET)).toEqual({ created: titles, updated: [] });
	expect(tasks()).toEqual(made);
	expect(await upload(SHEET)).toEqual({ created: [], updated: [] });
	expect(tasks()).toEqual(made);
	const kept = await table().rows();
	expect(kept.map(({ row_id }) => row_id)).toEqual(['a1', 'a2', '3']);
	expect(group.sent()).toEqual([]);
});

test('creates the task of a new row and updates that of a changed one, and nothing else', async () => {
	await upload(SHEET);
	const [hall, cobalt] = SHEET;
	const second = [
		hall,
		{ ...cobalt, Due: 46584 },
		{ ...SHEET[2] },
		{ ID: 'a4', Title: 'Fire the kiln', Due: 46600 },
	];
	const changes = { created: ['Fire the kiln'], updated: ['Order cobalt'] };
	expect(await upload(second)).toEqual(changes);
	expect(tasks()).toEqual([
		['Book the hall', '2027-03-01 09:30'],
		['Fire the kiln', '2027-08-01 00:00'],
		['Order cobalt', '2027-07-16 00:00'],
		['Sweep', undefined],
	]);
	expect(await upload(second)).toEqual({ created: [], updated: [] });
	expect(group.sent()).toEqual([]);
});

test('takes over a changed title, an emptied due time, and a change that is taken back', async () => {
	await upload(SHEET);
	const renamed = [{ ID: 'a1', Title: 'Book two halls', Due: null }, ...SHEET.slice(1)];
	expect(await upload(renamed)).toEqual({ created: [], updated: ['Book two halls'] });
	expect(tasks()[0]).toEqual(['Book two halls', undefined]);
	expect(await upload(SHEET)).toEqual({ created: [], updated: ['Book the hall'] });
	expect(tasks()[0]).toEqual(['Book the hall', '2027-03-01 09:30']);
});

test('tells the group of rows that are not in step, and tries them again with the next sheet', async () => {
	await upload(SHEET);
	const second = [
		{ ...SHEET[0], Due: 'soon' },
		{ ID: 'a4', Title: 'Fire the kiln', Due: '11/12/2027' },
		{ Title: 'No ID' },
		{ ID: 'a5', Title: 'Send the invitations' },
	];
	expect(await upload(second)).toEqual({ created: ['Send the invitations'], updated: [] });
	expect(group.sent().sort()).toEqual([
		expect.stringMatching(/^Row  is not in step: 'Write Once Per' is empty/),
		expect.stringMatching(/^Row a1 is not in step: 'Due' .*soon/),
		expect.stringMatching(/^Row a4 is not in step: 'Due' can mean .*11\/12\/2027/),
	]);
	const mended = [
		{ ...SHEET[0], Due: NINE_THIRTY + 1 },
		{ ID: 'a4', Title: 'Fire the kiln', Due: '2027-12-11' },
	];
	expect(await upload(mended)).toEqual({ created: ['Fire the kiln'], updated: ['Book the hall'] });
});

test('makes no second task of a row after a crash before the row was kept', async () => {
	await upload(SHEET);
	await table().delete();
	await upload(SHEET);
	expect(tasks()).toHaveLength(3);
	const kept = await table().rows();
	expect(kept.map(({ arrangement_uid }) => known.has(arrangement_uid as string))).toEqual([
		false,
		false,
		false,
	]);
	expect(kept).toHaveLength(3);
});
