import type { IDataObject } from 'n8n-workflow';
import { itemsOf } from '../../../dev/n8n/execution';
import { ActiveTrigger, PATIENCE_MS, pollTimes } from '../activeTrigger';
import { DataTable } from '../dataTables';
import { NewEvents } from '../newEvents';
import { exampleWith, START, triggerOf } from '../workflows';
import { useWorld } from '../world';
import { Group } from './group';

jest.setTimeout(3 * PATIENCE_MS);

const FILE = 'dead-letter.json';
const MINUTE = 60_000;

const world = useWorld();
let group: Group;
let waiting: DataTable;
let active: ActiveTrigger;

beforeEach(async () => {
	group = new Group(world, 'Kiln Studio');
	waiting = new DataTable(world.n8n, 'svc_waiting_notes');
	await waiting.delete();
});
afterEach(async () => await active.deactivate());

/** Activates the example, and waits until it has tried to write the summary of a new call as a note. Returns its key. */
async function callEnds(mostTries = 12): Promise<string> {
	const example = exampleWith(world.credential, FILE);
	const trigger = triggerOf(example);
	for (const { name, type, parameters } of example.nodes) {
		if (name === trigger) parameters.pollTimes = pollTimes();
		// The schedule does not begin by itself
		if (type.endsWith('.scheduleTrigger')) {
			parameters.rule = { interval: [{ field: 'months', monthsInterval: 12 }] };
		}
		if (name === 'Give Up?') {
			const { conditions } = parameters.conditions as { conditions: IDataObject[] };
			conditions[0].leftValue = String(conditions[0].leftValue).replace('12', String(mostTries));
		}
	}
	active = await ActiveTrigger.of(world, example);
	await active.activate();
	const more = {
		summary_state: 'ready',
		summary: { text: 'The glaze needs another coat.', source: 'template', truncated: false },
	};
	const call_uid = new NewEvents(world.service).call(0, more);
	await active.untilFound(`${call_uid}#summary`);
	expect(await active.executions()).toMatchObject([{ status: 'success' }]);
	return `${call_uid}#summary`;
}

/** Starts the second part of the active example by hand. */
async function tryAgain() {
	const execution = await world.n8n.runToEnd(active.workflow, { trigger: START });
	expect(execution).toMatchObject({ status: 'success', error: undefined });
	return execution;
}

function notes() {
	const records = [...world.service.account('a').records.values()];
	return records.filter(({ text_content }) => text_content === 'The glaze needs another coat.');
}

test('writes a note now, and keeps nothing back', async () => {
	await callEnds();
	const [{ title, send_at }] = notes();
	expect(title).toMatch(/^Call with .+, \d+ \w+, \d\d:\d\d$/);
	expect(Math.abs(world.service.now() - send_at)).toBeLessThan(MINUTE);
	expect(notes()).toHaveLength(1);
	expect(await waiting.rows()).toEqual([]);
});

test('a note whose answers were lost is sent again as it was, and is there once', async () => {
	world.service.faults.add({ operation: 'createRecords', drop: 'after', times: 5 });
	const key = await callEnds();
	expect(notes()).toHaveLength(1);
	expect(await waiting.rows()).toMatchObject([
		{ key, tries: 1, given_up: false, error: expect.stringContaining('may have been written') },
	]);

	await tryAgain();
	expect(notes()).toHaveLength(1);
	expect(await waiting.rows()).toEqual([]);
	const requests = world.requests('createRecords');
	expect(requests).toHaveLength(6);
	expect(new Set(requests.map(({ rawBody }) => rawBody)).size).toBe(1);
	expect(group.sent()).toEqual([]);
});

test('a note that could not be written is written later, and counts its tries', async () => {
	world.service.faults.add({ operation: 'createRecords', status: 500, times: 2 });
	await callEnds();
	const [{ request_id }] = await waiting.rows();
	expect(world.service.log.map(({ requestId }) => requestId)).toContain(request_id);
	await tryAgain();
	expect(await waiting.rows()).toMatchObject([{ tries: 2, given_up: false }]);
	expect(notes()).toEqual([]);
	await tryAgain();
	expect(await waiting.rows()).toEqual([]);
	expect(notes()).toHaveLength(1);
	const again = await tryAgain();
	expect(itemsOf(again, 'What Waits')).toEqual([]);
	expect(notes()).toHaveLength(1);
});

test('after its last try a note is kept, and the group is told why, once', async () => {
	world.service.faults.add({ operation: 'createRecords', status: 500, times: Infinity });
	const key = await callEnds(2);
	await tryAgain();
	expect(await waiting.rows()).toMatchObject([{ key, tries: 2, given_up: true }]);
	const [{ title, request_id }] = await waiting.rows();
	const told = expect.stringMatching(
		new RegExp(
			`^The note “${title as string}” was not written, after 2 tries: .*500.*\\(request ${request_id as string}\\)`,
			's',
		),
	) as string;
	expect(group.sent()).toEqual([told]);
	const tried = world.requests('createRecords').length;
	await tryAgain();
	expect(world.requests('createRecords')).toHaveLength(tried);
	expect(group.sent()).toEqual([told]);
});

test('a note that the service refuses is not tried again', async () => {
	world.service.faults.add({ operation: 'createRecords', status: 400, times: Infinity });
	await callEnds();
	expect(await waiting.rows()).toMatchObject([{ tries: 1, given_up: true }]);
	expect(group.sent()).toEqual([expect.stringMatching(/after 1 try: .*refused the request/s)]);
	const tried = world.requests('createRecords').length;
	await tryAgain();
	expect(world.requests('createRecords')).toHaveLength(tried);
});
