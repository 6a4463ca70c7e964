import { ActiveTrigger, PATIENCE_MS, pollTimes } from '../activeTrigger';
import { DataTable } from '../dataTables';
import { NewEvents } from '../newEvents';
import { exampleWith, triggerOf } from '../workflows';
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
	group = new Group(world, 'Studio team');
	waiting = new DataTable(world.n8n, 'svc_waiting_notes');
	await waiting.delete();
});
afterEach(async () => await active.deactivate());

/** Activates the example, and waits until it has tried to write the summary of a new call as a note. Returns its key. */
async function callEnds(): Promise<string> {
	const example = exampleWith(world.credential, FILE);
	const trigger = triggerOf(example);
	for (const { name, type, parameters } of example.nodes) {
		if (name === trigger) parameters.pollTimes = pollTimes();
		// The schedule does not begin by itself
		if (type.endsWith('.scheduleTrigger')) {
			parameters.rule = { interval: [{ field: 'months', monthsInterval: 12 }] };
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

/** A run of the schedule, every 15 minutes. */
async function tryAgain(): Promise<void> {
	const execution = await world.n8n.runToEnd(active.workflow, { trigger: 'Every 15 Minutes' });
	expect(execution).toMatchObject({ status: 'success', error: undefined });
}

function notes() {
	const records = [...world.service.account('a').records.values()];
	return records.filter(({ text_content }) => text_content === 'The glaze needs another coat.');
}

test('writes a note now, and keeps nothing back', async () => {
	await callEnds();
	const [{ send_at }, ...others] = notes();
	expect(others).toEqual([]);
	expect(Math.abs(world.service.now() - send_at)).toBeLessThan(MINUTE);
	expect(await waiting.rows()).toEqual([]);
	expect(group.sent()).toEqual([]);
});

test('a note whose answers were lost is sent again as it was, and is there once', async () => {
	world.service.faults.add({ operation: 'createRecords', drop: 'after', times: 5 });
	const key = await callEnds();
	expect(notes()).toHaveLength(1);
	expect(await waiting.rows()).toMatchObject([{ key }]);

	await tryAgain();
	expect(notes()).toHaveLength(1);
	expect(await waiting.rows()).toEqual([]);
	const requests = world.requests('createRecords');
	expect(requests).toHaveLength(6);
	expect(new Set(requests.map(({ rawBody }) => rawBody)).size).toBe(1);
});

test('a note that could not be written is written later, and the group is told once', async () => {
	world.service.faults.add({ operation: 'createRecords', status: 500, times: 2 });
	await callEnds();
	const told = ['A call summary is not written as a note yet: The glaze needs another coat.'];
	expect(group.sent()).toEqual(told);
	await tryAgain();
	expect(await waiting.rows()).toHaveLength(1);
	expect(notes()).toEqual([]);
	await tryAgain();
	expect(await waiting.rows()).toEqual([]);
	expect(notes()).toHaveLength(1);
	await tryAgain();
	expect(notes()).toHaveLength(1);
	expect(group.sent()).toEqual(told);
});
