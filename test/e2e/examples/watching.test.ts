import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { itemsOf, type Execution } from '../../../dev/n8n/execution';
import { waitFor, type Workflow } from '../../../dev/n8n/client';
import { ActiveTrigger, PATIENCE_MS, pollTimes, triggerWorkflow } from '../activeTrigger';
import { DataTable } from '../dataTables';
import { NewEvents } from '../newEvents';
import { chain, connect, exampleWith, node, recordsNode } from '../workflows';
import { useWorld } from '../world';
import { Group } from './group';

jest.setTimeout(3 * PATIENCE_MS);

const ERROR_WORKFLOW = 'error-workflow.json';
const HEARTBEAT = 'trigger-heartbeat.json';

const world = useWorld();
let group: Group;
let triggers: DataTable;
let published: Workflow[];

beforeEach(async () => {
	group = new Group(world, 'Studio team');
	triggers = new DataTable(world.n8n, 'svc_triggers');
	await triggers.delete();
	published = [];
});
afterEach(async () => {
	for (const workflow of published) await world.n8n.deactivate(workflow);
});

/** Publishes an example. */
async function publish(file: string): Promise<Workflow> {
	const workflow = await world.n8n.createWorkflow(exampleWith(world.credential, file));
	await world.n8n.activate(workflow, PATIENCE_MS);
	published.push(workflow);
	return workflow;
}

/** Waits until an example has run so often without being started by hand, and returns its last execution. */
async function untilRan({ id }: Workflow, times: number): Promise<Execution> {
	const [last] = await waitFor(`${times} executions`, PATIENCE_MS, async () => {
		const all = await world.n8n.executions(id);
		return all.length >= times ? all : undefined;
	});
	return await world.n8n.waitForExecution(last.id);
}

/** Runs the watch over triggers as every morning; `quietDays` is after how many days a trigger counts as silent. */
async function watch(quietDays = 1): Promise<Execution> {
	const heartbeat = exampleWith(world.credential, HEARTBEAT);
	const { parameters } = heartbeat.nodes.find(({ name }) => name === 'Silent or Warning')!;
	const [silent] = (parameters.filters as { conditions: IDataObject[] }).conditions;
	silent.keyValue = String(silent.keyValue).replace('days: 1', `days: ${quietDays}`);
	const trigger = 'Every Morning';
	return await world.n8n.runToEnd(await world.n8n.createWorkflow(heartbeat), { trigger });
}

describe('error workflow', () => {
	test('tells about a failed execution with its reason and link, once an hour', async () => {
		const told = await publish(ERROR_WORKFLOW);
		const webhook = node('Call', 'n8n-nodes-base.webhook', 2, { path: 'e2e-fails' });
		const read = recordsNode(world.credential, {
			resource: 'record',
			operation: 'get',
			record: { __rl: true, mode: 'id', value: 'rec_unknown' },
		});
		const failing = await world.n8n.createWorkflow({
			...connect('Read an order', [{ ...webhook, webhookId: 'e2e-fails' }, read]),
			settings: { executionOrder: 'v1', errorWorkflow: told.id },
		});
		await world.n8n.activate(failing, PATIENCE_MS);
		published.push(failing);

		await world.n8n.call('GET', '/webhook/e2e-fails');
		await untilRan(told, 1);
		const [{ id }] = await world.n8n.executions(failing.id);
		const text = expect.stringMatching(
			new RegExp(
				`^“Read an order” failed: The record .*\n\nhttp.*/workflow/${failing.id}/executions/${id}$`,
			),
		) as string;
		expect(group.sent()).toEqual([text]);

		await world.n8n.call('GET', '/webhook/e2e-fails');
		const second = await untilRan(told, 2);
		expect(itemsOf(second, 'Once an Hour')).toEqual([]);
		expect(group.sent()).toEqual([text]);
	});

	test('tells about polls that fail, once an hour', async () => {
		const told = await publish(ERROR_WORKFLOW);
		const workflow = triggerWorkflow(world, { on: 'Calls', parameters: { event: 'newCall' } });
		const settings = { ...workflow.settings, errorWorkflow: told.id };
		const trigger = await ActiveTrigger.of(world, { ...workflow, name: 'Watch calls', settings });
		await trigger.activate();
		published.push(trigger.workflow);
		world.service.faults.add({ operation: 'queryCalls', status: 500, times: Infinity });
		await untilRan(told, 2);
		world.service.faults.clear();
		expect(group.sent()).toEqual([
			expect.stringMatching(/^“Watch calls” failed: .*500.*\n\nIts trigger could not look/s),
		]);
	});
});

describe('watch over triggers', () => {
	test('says which trigger was silent, which warns, and nothing of the others', async () => {
		const heartbeat = await publish(HEARTBEAT);
		const reportOf = (workflow: string, warnings = '') =>
			node(workflow, 'n8n-nodes-base.executeWorkflow', 1.3, {
				workflowId: { __rl: true, mode: 'id', value: heartbeat.id },
				workflowInputs: {
					mappingMode: 'defineBelow',
					value: { workflow_id: workflow, workflow, warnings },
				},
				options: {},
			});
		const reports = chain('Reports', reportOf('Often'), reportOf('Behind', 'This one is behind.'));
		expect(await world.run(reports)).toMatchObject({ status: 'success' });
		expect(await world.run(reports)).toMatchObject({ status: 'success' });
		expect(await triggers.rows()).toHaveLength(2);

		expect(await watch()).toMatchObject({ status: 'success' });
		expect(group.sent()).toEqual(['Triggers to look at:\n- Behind: This one is behind.']);
		expect(await watch(0)).toMatchObject({ status: 'success' });
		expect(group.sent()[1].split('\n').sort()).toEqual([
			'- Behind: This one is behind.',
			'- Often: no event for a day',
			'Triggers to look at:',
		]);
	});

	test('sends nothing if no trigger needs a look', async () => {
		expect(await watch()).toMatchObject({ status: 'success', error: undefined });
		expect(group.sent()).toEqual([]);
	});

	test('fails with the reason if the account cannot be read', async () => {
		world.service.deleteKey('a');
		const execution = await watch();
		world.service.restoreKey('a');
		expect(execution).toMatchObject({
			status: 'error',
			error: { message: expect.stringContaining('did not accept the API key') as string },
		});
	});
});

test('an alert that nobody acknowledges is told again, and one that somebody does is not', async () => {
	const events = new NewEvents(world.service);
	const example = exampleWith(world.credential, 'alert-with-acknowledgement.json');
	for (const { name, parameters } of example.nodes) {
		if (name === 'Overdue Tasks') Object.assign(parameters, { pollTimes: pollTimes() });
		// The end of the wait is n8n's own, which looks for it once a minute
		const values = { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' };
		if (name === 'Who Takes Care?')
			Object.assign(parameters.options!, { limitWaitTime: { values } });
	}
	const trigger = await ActiveTrigger.of(world, example);
	published.push(trigger.workflow);
	await trigger.activate();
	const becomeDue = (title: string) =>
		events.arrangement({ title, status: 'following', due_at: world.service.now() });
	becomeDue('Order cobalt');
	const [question, again] = await group.untilSent(2);
	expect(question).toMatch(/^Overdue:\n- Order cobalt.*\n\nI take care: http/s);
	expect(again).toMatch(/^Nobody has taken care:\n- Order cobalt/);

	becomeDue('Fire the kiln');
	const link = (await group.untilSent(3))[2].match(/http\S+$/)![0];
	const [, execution] = /webhook-waiting\/(\d+)/.exec(link)!;
	await world.n8n.waitForPerson(execution, 'Who Takes Care?');
	await axios.post(link, undefined, { proxy: false });
	expect(await world.n8n.waitForExecution(execution)).toMatchObject({ status: 'success' });
	expect(group.sent()).toHaveLength(3);
});
