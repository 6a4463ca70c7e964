import { parse } from 'csv-parse/sync';
import { DateTime } from 'luxon';
import { runOf } from '../../../dev/n8n/execution';
import { ActiveTrigger, PATIENCE_MS } from '../activeTrigger';
import { filesOf } from '../files';
import { NewEvents } from '../newEvents';
import { TIME_ZONE } from '../setup';
import { useWorld } from '../world';
import { Group } from './group';
import { usePublished } from './published';

jest.setTimeout(2 * PATIENCE_MS);

const FILE = 'weekly-csv-export.json';
const TRIGGER = 'New Calls';

const world = useWorld();
const publish = usePublished(world);
let newEvents: NewEvents;
let group: Group;

beforeEach(() => {
	newEvents = new NewEvents(world.service);
	for (const row of world.service.account('a').calls.values()) row.created_at -= 60 * 86_400_000;
	group = new Group(world, 'Studio team');
});

const lastWeek = () =>
	DateTime.now().setZone(TIME_ZONE).startOf('week').minus({ weeks: 1 }).toMillis();

/** A call that the service got at a time. */
function call(created_at: number, started_at = created_at): string {
	return newEvents.call(0, { created_at, started_at });
}

/** IDs of the calls in the file of each execution. */
async function exported(trigger: ActiveTrigger): Promise<string[][]> {
	const files: string[][] = [];
	for (const execution of await trigger.executions()) {
		const [item] = runOf(execution, TRIGGER).outputs[0];
		const { data } = await filesOf(world.n8n, item);
		expect(data.mimeType).toBe('text/csv');
		const rows: Array<{ call_uid: string }> = parse(data.bytes, { columns: true, bom: true });
		files.push(rows.map(({ call_uid }) => call_uid).sort());
	}
	return files;
}

test('exports the calls since the beginning of last week, then each new call once, and says how many', async () => {
	call(lastWeek() - 1);
	const first = [call(lastWeek()), call(Date.now() - 1000)];
	const trigger = await publish(FILE);
	const [message] = await group.untilSent(1);
	expect(message).toMatch(/^New calls: 2, exported to new-call-\d{4}-\d\d-\d\d\.csv$/);
	// The service got it now, though it took place long ago
	const late = call(Date.now(), lastWeek() - 20 * 86_400_000);
	expect(await group.untilSent(2)).toHaveLength(2);
	expect(group.sent()[1]).toMatch(/^New calls: 1, exported to /);
	await trigger.untilPolledAgain('queryCalls');
	expect(await exported(trigger)).toEqual([first.sort(), [late]]);
});

test('announces an export once, even if an answer is lost', async () => {
	world.service.faults.add({ operation: 'sendChatMessages', drop: 'after', times: 1 });
	call(Date.now() - 1000);
	const trigger = await publish(FILE);
	await group.untilSent(1);
	expect(await trigger.executions()).toMatchObject([{ status: 'success', error: undefined }]);
	expect(group.sent()).toHaveLength(1);
});

test('announces an export that could not be announced when the execution is retried', async () => {
	world.service.faults.add({ operation: 'sendChatMessages', status: 400, times: 1 });
	const uid = call(Date.now() - 1000);
	const trigger = await publish(FILE);
	await world.service.waitFor(() => world.requests('sendChatMessages').length > 0, PATIENCE_MS);
	const [failed] = await trigger.executions();
	expect(failed).toMatchObject({ status: 'error' });
	expect(group.sent()).toEqual([]);
	expect(await world.n8n.retry(failed.id, 'original')).toMatchObject({ status: 'success' });
	expect(group.sent()).toHaveLength(1);
	expect(await exported(trigger)).toEqual([[uid]]);
});

test('makes no file and sends no message if there were no calls', async () => {
	const trigger = await publish(FILE);
	await trigger.untilPolledAgain('queryCalls');
	expect(await trigger.executions()).toEqual([]);
	expect(world.requests('sendChatMessages')).toEqual([]);
});
