import { parse } from 'csv-parse/sync';
import { DateTime } from 'luxon';
import { itemsOf, runOf, type Execution } from '../../../dev/n8n/execution';
import { filesOf } from '../files';
import { NewEvents } from '../newEvents';
import { TIME_ZONE } from '../setup';
import { chain, node, type Edits } from '../workflows';
import { useWorld } from '../world';
import { Group } from './group';
import { twice } from './twice';

const FILE = 'weekly-csv-export.json';
const TABLE = { __rl: true, mode: 'name', value: 'Svc exports' };

const world = useWorld();
let newEvents: NewEvents;
let group: Group;

beforeEach(async () => {
	await deleteTable();
	newEvents = new NewEvents(world.service);
	for (const row of world.service.account('a').calls.values()) row.created_at -= 60 * 86_400_000;
	group = new Group(world, 'Kiln Studio');
});
afterAll(async () => await deleteTable());

const midnight = () => DateTime.now().setZone(TIME_ZONE).startOf('day');

async function runTable(parameters: object): Promise<Execution> {
	return await world.run(
		chain('Data table', node('Table', 'n8n-nodes-base.dataTable', 1.1, { ...parameters })),
	);
}

/** Deletes the data table of the example, if it is there. */
async function deleteTable(): Promise<void> {
	const options = { filterName: TABLE.value };
	const listed = await runTable({ resource: 'table', operation: 'list', returnAll: true, options });
	if (itemsOf(listed, 'Table').length === 0) return;
	await runTable({ resource: 'table', operation: 'delete', dataTableId: TABLE });
}

/** The bookmark as a run of some days ago would have stored it. */
async function setBookmark(until: DateTime): Promise<void> {
	const bookmark = await runTable({
		resource: 'row',
		operation: 'update',
		dataTableId: TABLE,
		matchType: 'allConditions',
		filters: { conditions: [{ keyName: 'export', condition: 'eq', keyValue: 'calls' }] },
		columns: {
			mappingMode: 'defineBelow',
			value: { exported_until: until.toISO() },
			schema: [{ id: 'exported_until', displayName: 'exported_until', type: 'date' }],
		},
		options: {},
	});
	expect(bookmark).toMatchObject({ status: 'success', error: undefined });
	expect(itemsOf(bookmark, 'Table')).toHaveLength(1);
}

/** A call that the service got at a time. */
function call(created: DateTime, started = created): string {
	return newEvents.call(0, { created_at: created.toMillis(), started_at: started.toMillis() });
}

/** IDs of the calls in the file of a run. */
async function exported(execution: Execution): Promise<string[]> {
	const [item] = runOf(execution, 'Calls as CSV').outputs[0];
	const { data } = await filesOf(world.n8n, item);
	expect(data.mimeType).toBe('text/csv');
	const rows: Array<{ call_uid: string }> = parse(data.bytes, { columns: true, bom: true });
	return rows.map(({ call_uid }) => call_uid).sort();
}

test('exports the calls since the last export, each once, and says how many', async () => {
	const week = midnight().minus({ days: 7 });
	call(week.minus({ milliseconds: 1 }));
	const first = [call(week), call(midnight().minus({ milliseconds: 1 }))];
	const today = call(midnight());
	const execution = await world.runExample(FILE);
	expect(execution).toMatchObject({ status: 'success', error: undefined });
	expect(await exported(execution)).toEqual([...first].sort());
	const [from, to] = [week, midnight().minus({ days: 1 })].map((day) => day.toFormat('d LLLL'));
	const file = `calls-${week.toFormat('yyyy-MM-dd')}.csv`;
	expect(group.sent()).toEqual([`2 calls from ${from} to ${to} were exported to ${file}.`]);

	// On the same day there is nothing new
	const again = await world.runExample(FILE);
	expect(again).toMatchObject({ status: 'success', error: undefined });
	expect(group.sent()).toHaveLength(1);

	// As if the first run had been three weeks ago, with none in between
	const longAgo = midnight().minus({ days: 21 });
	await setBookmark(longAgo);
	const before = call(longAgo.minus({ milliseconds: 1 }));
	const weeksAgo = call(longAgo);
	const later = await exported(await world.runExample(FILE));
	expect(later).toContain(weeksAgo);
	expect(later).not.toContain(before);
	expect(later).not.toContain(today);
});

test('exports a call that took place long before the service got it', async () => {
	const late = call(midnight().minus({ days: 2 }), midnight().minus({ days: 20 }));
	expect(await exported(await world.runExample(FILE))).toEqual([late]);
	expect(group.sent()[0]).toMatch(/^1 call from .* was exported to /);
});

test('exports the same calls again if they could not be delivered', async () => {
	const uid = call(midnight().minus({ days: 2 }));
	world.service.faults.add({ operation: 'sendChatMessages', status: 400, times: 1 });
	const failed = await world.runExample(FILE);
	expect(failed).toMatchObject({ status: 'error' });
	expect(await exported(failed)).toEqual([uid]);
	expect(group.sent()).toEqual([]);
	const execution = await world.runExample(FILE);
	expect(execution).toMatchObject({ status: 'success' });
	expect(await exported(execution)).toEqual([uid]);
	expect(group.sent()).toHaveLength(1);
});

test('announces an export once, even if its bookmark could not be stored', async () => {
	call(midnight().minus({ days: 2 }));
	const noBookmark: Edits = { 'Store Bookmark': (_parameters, store) => (store.disabled = true) };
	const { executions, texts } = await twice(world, FILE, [noBookmark, {}]);
	expect(executions.map(({ status }) => status)).toEqual(['success', 'error']);
	expect(texts).toHaveLength(1);
});

test('makes no file and sends no message if there were no calls', async () => {
	const execution = await world.runExample(FILE);
	expect(execution).toMatchObject({ status: 'success', error: undefined });
	expect(world.requests('queryCalls').length).toBeGreaterThan(0);
	expect(itemsOf(execution, 'Calls as CSV')).toEqual([]);
	expect(world.requests('sendChatMessages')).toEqual([]);
});
