import axios from 'axios';
import type { INode, INodeParameters } from 'n8n-workflow';
import { itemsOf, runOf, type Execution } from '../../dev/n8n/execution';
import { findFreePort } from '../../dev/n8n/ports';
import { chain, connect, node, recordsNode, START } from './workflows';
import { useWorld } from './world';

const world = useWorld();

describe('Get Many', () => {
	const getMany = { resource: 'record', operation: 'getAll' };

	test('with Return All gets every record once, in order, on any kind of pages', async () => {
		world.service.paging = 'irregular';
		const execution = await run({ ...getMany, returnAll: true });

		const newestFirst = [...world.service.account('a').records.values()]
			.filter(({ state }) => state === 'available' || state === 'protected')
			.sort((a, b) => b.send_at - a.send_at || (a.record_uid < b.record_uid ? 1 : -1));
		expect(itemsOf(execution, 'Records').map((each) => each.record_uid)).toEqual(
			newestFirst.map(({ record_uid }) => record_uid),
		);
		expect(world.service.log.length).toBeGreaterThan(3);
	});

	test('with a Limit gets that number of records', async () => {
		const execution = await run({ ...getMany, returnAll: false, limit: 7 });
		expect(itemsOf(execution, 'Records')).toHaveLength(7);
		expect(world.requests('queryRecordTimeline')).toMatchObject([{ body: { limit: 7 } }]);
	});

	test('lists the records of a topic that was chosen from the list', async () => {
		const { n8n, service, credential } = world;
		const found = await n8n.searchList({
			node: recordsNode(credential, { ...getMany, container: 'topic' }),
			parameter: 'topic',
			method: 'searchTopics',
		});
		const topics = [...service.account('a').topics.values()].filter(({ valid }) => valid);
		expect(found.results.map(({ value }) => value).sort()).toEqual(
			topics.map(({ topic_uid }) => topic_uid).sort(),
		);

		const { name, value } = found.results[0];
		const topic = { __rl: true, mode: 'list', value, cachedResultName: name };
		const execution = await run({ ...getMany, returnAll: true, container: 'topic', topic });
		const uids = itemsOf(execution, 'Records').map((each) => each.record_uid as string);
		const { records } = service.account('a');
		expect(uids.length).toBeGreaterThan(0);
		for (const uid of uids) {
			expect(records.get(uid)?.container).toEqual({ kind: 'topic', topic_uid: value });
		}
	});

	test('searches the list of topics as the user types', async () => {
		const { n8n, service, credential } = world;
		const [topic] = [...service.account('a').topics.values()].filter(({ valid }) => valid);
		const found = await n8n.searchList({
			node: recordsNode(credential, { ...getMany, container: 'topic' }),
			parameter: 'topic',
			method: 'searchTopics',
			filter: topic.title,
		});
		expect(found.results).toContainEqual(
			expect.objectContaining({ value: topic.topic_uid, name: topic.display_path }),
		);
	});

	test('sends an item with a wrong date to the error output, and the others on', async () => {
		const dates = ['2026-01-01', 'the day before yesterday', '2026-01-02'];
		const execution = await run(
			{ ...getMany, returnAll: false, limit: 1, period: 'custom', after: '={{ $json.from }}' },
			{ onError: 'continueErrorOutput' },
			inputs(dates.map((from) => ({ from }))),
		);

		expect(execution.status).toBe('success');
		const [good, bad] = runOf(execution, 'Records').outputs;
		expect(good.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
		expect(bad).toHaveLength(1);
		expect(bad[0].pairedItem).toEqual({ item: 1 });
		expect(bad[0].json).toMatchObject({ from: dates[1] });
		expect(bad[0].json.error).toContain("'After' is not a date");
		expect(world.requests('queryRecordTimeline')).toHaveLength(2);
	});

	test('works in an active workflow', async () => {
		const { n8n, credential } = world;
		const webhook = node(
			'Webhook',
			'n8n-nodes-base.webhook',
			2.1,
			{ path: 'latest-record', responseMode: 'lastNode' },
			{ webhookId: 'latest-record' },
		);
		const workflow = await n8n.createWorkflow(
			connect('Latest record', [
				webhook,
				recordsNode(credential, { ...getMany, returnAll: false, limit: 1 }),
			]),
		);
		await n8n.activate(workflow);
		const answer = await axios.get(`${n8n.url}/webhook/latest-record`, { proxy: false });
		await n8n.deactivate(workflow);

		expect(world.service.account('a').records.has(answer.data.record_uid)).toBe(true);
		const [{ id }] = await n8n.executions(workflow.id);
		expect(await n8n.waitForExecution(id)).toMatchObject({ status: 'success', mode: 'webhook' });
	});
});

describe('with a service that is not available', () => {
	const getMany = { resource: 'record', operation: 'getAll', returnAll: false, limit: 3 };

	test('ends with a message, the status and the request ID after a limited time', async () => {
		const { service } = world;
		service.faults.add({ status: 503, times: Infinity });
		const execution = await run(getMany);

		expect(execution.status).toBe('error');
		expect(execution.error).toMatchObject({ node: 'Records', httpCode: '503' });
		expect(execution.error?.message).toContain('The service is not available for now');
		expect(execution.error?.description).toContain(service.log.at(-1)?.requestId);
		expect(service.log.length).toBeGreaterThan(1);
	});

	test('names the address that does not answer, and where it is set', async () => {
		const { n8n } = world;
		const host = `127.0.0.1:${await findFreePort()}`;
		const data = { baseUrl: `http://${host}`, apiKey: world.service.keys.a };
		const nowhere = await n8n.createCredential('Nowhere', 'svcApi', data);
		const execution = await run(getMany, { credentials: { svcApi: nowhere } });
		expect(execution.error?.message).toContain(`The service at ${host} could not be reached`);
		expect(execution.error?.description).toContain("'Base URL'");
	});

	test('continues by itself if the service is back soon', async () => {
		world.service.faults.add({ status: 503 }, { status: 502 }, { drop: 'before' });
		const execution = await run(getMany);
		expect(itemsOf(execution, 'Records')).toHaveLength(3);
		expect(world.requests('queryRecordTimeline')).toHaveLength(4);
	});

	test('can be retried from the list of executions', async () => {
		const { n8n, service } = world;
		service.faults.add({ status: 503, times: Infinity });
		const failed = await run(getMany);
		service.faults.clear();
		const retried = await n8n.retry(failed.id, 'original');
		expect(retried).toMatchObject({ status: 'success', mode: 'retry' });
		expect(itemsOf(retried, 'Records')).toHaveLength(3);
	});
});

/** A node that outputs the given items. */
function inputs(items: object[]): INode {
	const jsCode = `return ${JSON.stringify(items.map((json) => ({ json })))}`;
	return node('Inputs', 'n8n-nodes-base.code', 2, { jsCode });
}

/** Runs a Svc Records node manually, after the given nodes. */
async function run(
	parameters: INodeParameters,
	settings: Partial<INode> = {},
	...before: INode[]
): Promise<Execution> {
	const { n8n, credential } = world;
	const records = recordsNode(credential, parameters, settings);
	const workflow = await n8n.createWorkflow(chain('Records', ...before, records));
	return await n8n.runToEnd(workflow, { trigger: START });
}
