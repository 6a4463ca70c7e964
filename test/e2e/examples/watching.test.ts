import { itemsOf, type Execution } from '../../../dev/n8n/execution';
import { waitFor, type Workflow } from '../../../dev/n8n/client';
import { ActiveTrigger, PATIENCE_MS, TRIGGER, triggerWorkflow } from '../activeTrigger';
import { DataTable } from '../dataTables';
import { NewEvents } from '../newEvents';
import { assignmentsOf, chain, connect, exampleWith, node, recordsNode } from '../workflows';
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
	group = new Group(world, 'Kiln Studio');
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

/** An active trigger for calls whose failures go to an error workflow. */
async function watchCalls(name: string, errorWorkflow: Workflow): Promise<ActiveTrigger> {
	const workflow = triggerWorkflow(world, { on: 'Calls', parameters: { event: 'newCall' } });
	const settings = { ...workflow.settings, errorWorkflow: errorWorkflow.id };
	const trigger = await ActiveTrigger.of(world, { ...workflow, name, settings });
	await trigger.activate();
	published.push(trigger.workflow);
	return trigger;
}

/** Runs the watch over triggers as every hour. */
async function watch(failingMinutes = 60, heartbeat = exampleWith(world.credential, HEARTBEAT)) {
	const limit = heartbeat.nodes.find(({ name }) => name === 'How Long')!;
	assignmentsOf(limit.parameters.assignments)[0].value = failingMinutes;
	return await world.n8n.runToEnd(await world.n8n.createWorkflow(heartbeat), { trigger: 'Start' });
}

describe('error workflow', () => {
	test('tells about a failed execution with its node, reason and link, once an hour', async () => {
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
				`^“Read an order” failed in “Records”: The record .*\n\nhttp.*/workflow/${failing.id}/executions/${id}$`,
			),
		) as string;
		expect(group.sent()).toEqual([text]);

		await world.n8n.call('GET', '/webhook/e2e-fails');
		const second = await untilRan(told, 2);
		expect(itemsOf(second, 'Once an Hour')).toEqual([]);
		expect(group.sent()).toEqual([text]);
		expect(await triggers.rows()).toEqual([]);
	});

	test('tells about polls that fail, and notes since when they do', async () => {
		const told = await publish(ERROR_WORKFLOW);
		const { workflow } = await watchCalls('Watch calls', told);
		world.service.faults.add({ operation: 'queryCalls', status: 500, times: Infinity });
		await untilRan(told, 2);
		world.service.faults.clear();
		expect(group.sent()).toEqual([
			expect.stringMatching(
				`^The trigger of “Watch calls” could not look for events in “${TRIGGER}”: .*500`,
			),
		]);
		const [row, ...others] = await triggers.rows();
		expect(others).toEqual([]);
		expect(row).toMatchObject({ workflow_id: workflow.id, workflow: 'Watch calls' });
		expect(row.failure).toContain('500');
		const [since, last] = [row.failing_since, row.last_failure_at] as string[];
		expect(Date.parse(last)).toBeGreaterThan(Date.parse(since));
	});
});

describe('watch over triggers', () => {
	test('says which trigger has been failing, since when and why, once a day', async () => {
		const told = await publish(ERROR_WORKFLOW);
		await watchCalls('Watch missed calls', told);
		world.service.faults.add({ operation: 'queryCalls', status: 500, times: Infinity });
		await untilRan(told, 1);
		const [failed] = group.sent();
		expect(itemsOf(await watch(60), 'Only Problems')).toEqual([]);

		expect(await watch(0)).toMatchObject({ status: 'success' });
		expect(group.sent()).toEqual([
			failed,
			expect.stringMatching(
				'^The trigger of “Watch missed calls” has been failing since \\d\\d:\\d\\d, \\d+ \\w+: .*500',
			),
		]);
	});

	test('forgets the failures of a trigger that has found an event since', async () => {
		const told = await publish(ERROR_WORKFLOW);
		const heartbeat = await publish(HEARTBEAT);
		const base = triggerWorkflow(world, { on: 'Calls', parameters: { event: 'newCall' } });
		const report = node('Report', 'n8n-nodes-base.executeWorkflow', 1.3, {
			workflowId: { __rl: true, mode: 'id', value: heartbeat.id },
			workflowInputs: {
				mappingMode: 'defineBelow',
				value: {
					workflow_id: '={{ $workflow.id }}',
					workflow: '={{ $workflow.name }}',
					quiet_hours: 24,
				},
			},
			options: { waitForSubWorkflow: false },
		});
		const reporting = connect('Report calls', [...base.nodes, report]);
		const settings = { ...reporting.settings, errorWorkflow: told.id };
		const trigger = await ActiveTrigger.of(world, { ...reporting, settings });
		await trigger.activate();
		published.push(trigger.workflow);
		world.service.faults.add({ operation: 'queryCalls', status: 500, times: Infinity });
		await untilRan(told, 1);
		expect(await triggers.rows()).toMatchObject([{ workflow: 'Report calls', quiet_hours: null }]);

		world.service.faults.clear();
		await trigger.untilFound(new NewEvents(world.service).call());
		await untilRan(heartbeat, 1);
		expect(await triggers.rows()).toMatchObject([
			{ workflow: 'Report calls', quiet_hours: 24, failing_since: null, failure: null },
		]);
		const sent = group.sent().length;
		expect(itemsOf(await watch(0), 'Only Problems')).toEqual([]);
		expect(group.sent()).toHaveLength(sent);
	});

	test('says which trigger has been silent for longer than it should, and which warns', async () => {
		const heartbeat = await publish(HEARTBEAT);
		const reportOf = (workflow: string, quiet_hours: number, warnings?: string) =>
			node(workflow, 'n8n-nodes-base.executeWorkflow', 1.3, {
				workflowId: { __rl: true, mode: 'id', value: heartbeat.id },
				workflowInputs: {
					mappingMode: 'defineBelow',
					value: { workflow_id: workflow, workflow, quiet_hours, warnings },
				},
				options: {},
			});
		const reports = chain(
			'Reports',
			reportOf('Seldom', 0),
			reportOf('Often', 0.000001),
			reportOf('Daily', 24),
			reportOf('Behind', 24, 'This trigger is behind.'),
		);
		expect(await world.run(reports)).toMatchObject({ status: 'success' });
		expect(await triggers.rows()).toHaveLength(4);
		expect(await watch()).toMatchObject({ status: 'success' });
		const [text, ...others] = group.sent();
		expect(others).toEqual([]);
		expect(text.split('\n\n')).toEqual([
			expect.stringMatching('^“Often” has had no event since .*\\. Is it still published\\?$'),
			'The trigger of “Behind” warns: This trigger is behind.',
		]);
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
