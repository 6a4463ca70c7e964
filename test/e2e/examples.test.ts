import { itemsOf, runOf, type Execution } from '../n8n/execution';
import { TIME_ZONE } from './setup';
import { connect, exampleFiles, exampleWith, node, readExample, START } from './workflows';
import { openWorld, type World } from './world';

let world: World;

beforeAll(async () => (world = await openWorld()));
beforeEach(() => world.service.reset());
afterAll(async () => await world.close());

describe.each(exampleFiles)('examples/%s', (file) => {
	test('runs as it is, and keeps to the contract', async () => {
		const execution = await runExample(file);
		expect(execution).toMatchObject({ status: 'success', error: undefined });
		expect(world.service.log.length).toBeGreaterThan(0);
		expect(world.service.violations).toEqual([]);
	});

	test('names its credential, but holds no id of one', () => {
		const own = readExample(file).nodes.filter(({ type }) => type.startsWith('n8n-nodes-svc.'));
		expect(own.length).toBeGreaterThan(0);
		for (const { credentials } of own) {
			expect(credentials).toEqual({ svcApi: { id: null, name: 'Svc account' } });
		}
	});
});

describe('my profile and bindings', () => {
	test('shows the profile and all six providers of the account', async () => {
		const { profile, bindings } = world.service.account('a');
		const execution = await runExample('my-profile-and-bindings.json');
		expect(itemsOf(execution, 'Get My Profile')).toEqual([profile]);
		expect(itemsOf(execution, 'Get My Bindings')).toEqual(
			Object.entries(bindings).map(([provider, bound]) => ({ provider, bound })),
		);
	});
});

describe("export of last month's records", () => {
	const file = 'export-last-months-records.json';

	test('asks for the whole last month in the time zone of n8n', async () => {
		await runExample(file);
		const { body, startedAt } = world.service.log[0];
		const [start, end] = [body!.start_at, body!.end_at] as number[];
		expect(localTime(start)).toMatch(/^\d{4}-\d{2}-01 00:00:00.000$/);
		expect(localTime(end + 1)).toMatch(/^\d{4}-\d{2}-01 00:00:00.000$/);
		expect(localTime(start).slice(0, 7)).toBe(localTime(end).slice(0, 7));
		expect(localTime(end + 1).slice(0, 7)).toBe(localTime(startedAt).slice(0, 7));
	});

	test.each(['plain', 'hostile'] as const)(
		"finds exactly the service's own records of that month, with %s pages",
		async (paging) => {
			world.service.paging = paging;
			// Records on the very bounds and just outside of them.
			await runExample(file);
			const { start_at, end_at } = world.service.log[0].body as Record<string, number>;
			const records = world.service.account('a').records;
			const [sample] = listedRecords();
			const times = { first: start_at, last: end_at, before: start_at - 1, after: end_at + 1 };
			for (const [name, send_at] of Object.entries(times)) {
				records.set(`rec_${name}`, { ...sample, record_uid: `rec_${name}`, send_at });
			}

			const execution = await runExample(file);
			const found = itemsOf(execution, "Get Last Month's Records");
			const expected = listedRecords()
				.filter(({ send_at }) => send_at >= start_at && send_at <= end_at)
				.sort((a, b) => a.send_at - b.send_at || (a.record_uid < b.record_uid ? -1 : 1));
			expect(found.map((record) => record.record_uid)).toEqual(
				expected.map(({ record_uid }) => record_uid),
			);
			expect(found.length).toBeGreaterThan(10);
			expect(found.at(0)?.record_uid).toBe('rec_first');
			expect(found.at(-1)?.record_uid).toBe('rec_last');
		},
	);

	test('makes an Excel file with a row for every record', async () => {
		const { n8n, credential } = world;
		const example = exampleWith(credential, file);
		const reader = node('Read Back', 'n8n-nodes-base.extractFromFile', 1.1, { operation: 'xlsx' });
		const inRow = connect('Export and read back', [
			...example.nodes.filter(({ type }) => !type.endsWith('stickyNote')),
			reader,
		]);
		const execution = await n8n.runToEnd(await n8n.createWorkflow(inRow), { trigger: START });

		const [{ binary }] = runOf(execution, 'Convert to Excel').outputs[0];
		expect(binary?.data.fileName).toMatch(/^records-\d{4}-\d{2}\.xlsx$/);
		const records = itemsOf(execution, "Get Last Month's Records");
		const rows = itemsOf(execution, 'Read Back');
		expect(rows.map((row) => row['Record UID'])).toEqual(records.map((each) => each.record_uid));
		expect(rows.map((row) => row.Text ?? '')).toEqual(
			records.map((each) => each.text_content ?? ''),
		);
		expect(rows.map((row) => row.Time)).toEqual(
			records.map((each) => localTime(each.send_at as number).slice(0, 16)),
		);
	});
});

/** Imports an example, chooses the credential and runs it by hand. */
async function runExample(file: string): Promise<Execution> {
	const { n8n, credential } = world;
	const workflow = await n8n.createWorkflow(exampleWith(credential, file));
	return await n8n.runToEnd(workflow, { trigger: START });
}

/** Records that queries of the service show. */
function listedRecords() {
	const all = [...world.service.account('a').records.values()];
	return all.filter(({ state }) => state === 'available' || state === 'protected');
}

/** A moment as a clock in n8n's time zone shows it, for example `2026-03-01 00:00:00.000`. */
function localTime(millis: number): string {
	const format = new Intl.DateTimeFormat('sv-SE', {
		timeZone: TIME_ZONE,
		dateStyle: 'short',
		timeStyle: 'medium',
	});
	return `${format.format(millis)}.${String(millis % 1000).padStart(3, '0')}`;
}
