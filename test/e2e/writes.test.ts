import axios from 'axios';
import type { INode, INodeParameters } from 'n8n-workflow';
import { itemsOf, runOf, type Execution } from '../../dev/n8n/execution';
import type { WorkflowFile } from '../../dev/n8n/client';
import type { StoredRecord } from '../../dev/areas/Records/data';
import { chain, connect, node, recordsNode, START } from './workflows';
import { useWorld } from './world';

const world = useWorld();

const CREATE = { resource: 'record', operation: 'create', text: '={{ $json.text }}' };
const UPDATE = {
	resource: 'record',
	operation: 'update',
	record: byUid('={{ $json.uid }}'),
	updateFields: { title: '={{ $json.title }}' },
};

describe('creating 25 records', () => {
	test('needs three requests, and links every record to its item', async () => {
		const execution = await run(notes(25), create());
		const sizes = sent().map((part) => part.length);
		expect(sizes.sort((a, b) => b - a)).toEqual([10, 10, 5]);
		expectAllWrittenOnce(execution, 25);
	});

	test('leaves nothing in the static data of an active workflow', async () => {
		const { execution, stored } = await runInProduction(notes(25), create());
		expectAllWrittenOnce(execution, 25);
		// The search works: existing text is found.
		const [{ record_uid }] = itemsOf(execution, 'Records');
		expect(stored).toContain(record_uid);
		expect(stored).not.toContain(world.service.keys.a);
		expect(stored).not.toContain(nameOfRun());
	});
});

describe('a run of 25 creates whose middle request gets no answer', () => {
	/** The middle request is carried out, but its answers are lost until the node gives up. */
	const loseAnswers = () =>
		world.service.faults.add({
			operation: 'createRecords',
			match: ({ body }) => body?.items[0].item_id === '10',
			drop: 'after',
			times: 5,
		});

	/** Checks that a retry sends only the middle request, unchanged. */
	function expectSentAgainUnchanged() {
		const middle = sent().filter(([{ item_id }]) => item_id === '10');
		expect(middle).toHaveLength(6);
		for (const part of middle) expect(part).toEqual(middle[0]);
		expect(sent()).toHaveLength(8);
	}

	test.each(['original', 'saved'] as const)(
		'is completed without duplicates by retrying the execution with the %s workflow',
		async (which) => {
			loseAnswers();
			const { execution, stored } = await runInProduction(notes(25), create());
			expect(execution.status).toBe('error');
			expect(execution.error?.message).toContain('15 of 25 items were written');
			expect(execution.error?.description).toContain(
				'It is not known whether the record was written',
			);
			// Facts that a retry needs are kept, the API key is not.
			expect(stored).toContain(nameOfRun());
			expect(stored).not.toContain(world.service.keys.a);
			expect(written()).toHaveLength(25);

			const retried = await world.n8n.retry(execution.id, which);
			expect(retried).toMatchObject({ status: 'success', mode: 'retry' });
			expectAllWrittenOnce(retried, 25);
			expectSentAgainUnchanged();
		},
	);

	test('is completed by Retry On Fail, without duplicates', async () => {
		loseAnswers();
		const node = create({ retryOnFail: true, maxTries: 2, waitBetweenTries: 1 });
		const execution = await run(notes(25), node);
		expectAllWrittenOnce(execution, 25);
		expectSentAgainUnchanged();
	});

	test('can be retried twice', async () => {
		world.service.faults.add({ after: 1, status: 500, processFirst: true });
		const failed = await run(notes(25), create());
		expect(failed.status).toBe('error');
		expectAllWrittenOnce(await world.n8n.retry(failed.id, 'original'), 25);
		expectAllWrittenOnce(await world.n8n.retry(failed.id, 'saved'), 25);
		expect(sent()).toHaveLength(5);
	});
});

describe('Loop Over Items, 30 times 5 records', () => {
	/** Notes → Loop ⇄ Records, Loop → Done. */
	function loop(): WorkflowFile {
		const batches = node('Loop', 'n8n-nodes-base.splitInBatches', 3, { batchSize: 5 });
		const done = node('Done', 'n8n-nodes-base.noOp', 1, {});
		const file = chain('Loop', notes(150), batches, create());
		file.nodes.push(done);
		const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];
		file.connections.Loop = { main: [to('Done'), to('Records')] };
		file.connections.Records = { main: [to('Loop')] };
		return file;
	}

	test('creates each record once, with its own key', async () => {
		const execution = await runFile(loop());
		expect(execution.status).toBe('success');
		expect(execution.runs.Records).toHaveLength(30);
		expect(sent().map((part) => part.length)).toEqual(Array(30).fill(5));
		expectKeysDiffer(150);
		expect(written()).toEqual(texts(150));
		expect(itemsOf(execution, 'Done')).toHaveLength(150);
	});

	test('continues after a retry where it failed', async () => {
		world.service.faults.add({ after: 12, status: 500, processFirst: true });
		const failed = await runFile(loop());
		expect(failed.status).toBe('error');
		expect(sent()).toHaveLength(13);

		const retried = await world.n8n.retry(failed.id, 'original');
		expect(retried.status).toBe('success');
		expect(sent()).toHaveLength(13 + 18);
		expect(sent()[13]).toEqual(sent()[12]);
		expectKeysDiffer(150);
		expect(written()).toEqual(texts(150));
		expect(itemsOf(retried, 'Done')).toHaveLength(150);
	});
});

describe('a sub-workflow that creates records', () => {
	/** A node that calls a sub-workflow of the given node. */
	async function callOf(called: INode, mode: string): Promise<INode> {
		const { n8n } = world;
		const trigger = node('Called', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, {
			inputSource: 'passthrough',
		});
		const sub = await n8n.createWorkflow(connect('Sub-workflow', [trigger, called]));
		await n8n.activate(sub);
		const workflowId = byUid(sub.id);
		return node('Call', 'n8n-nodes-base.executeWorkflow', 1.2, { workflowId, mode });
	}

	test.each([
		['once', [7]],
		['each', Array(7).fill(1)],
	])('writes each item once if called with mode %s', async (mode, parts) => {
		const execution = await run(notes(7), await callOf(create(), mode));
		expect(execution.status).toBe('success');
		expect(sent().map((part) => part.length)).toEqual(parts);
		expectKeysDiffer(7);
		expect(written()).toEqual(texts(7));
		const created = itemsOf(execution, 'Call').map((item) => recordOf(item.record_uid));
		expect(created.map((record) => record?.text_content)).toEqual(
			Array.from({ length: 7 }, (_, i) => `note ${i}`),
		);
	});

	test('writes a record once per text if the caller is retried', async () => {
		const keyed = records({
			...CREATE,
			additionalFields: { sendAt: '2026-01-01T09:00' },
			options: { writeOncePer: '={{ $json.text }}' },
		});
		world.service.faults.add({ status: 500, processFirst: true });
		const failed = await run(notes(3), await callOf(keyed, 'once'));
		expect(failed.status).toBe('error');
		const retried = await world.n8n.retry(failed.id, 'original');
		expect(retried.status).toBe('success');
		expect(sent()).toHaveLength(2);
		expect(written()).toEqual(texts(3));
	});
});

describe('updating three records, the second with a stale version', () => {
	const EXPECTING = { ...UPDATE, options: { expectedVersion: '={{ $json.version }}' } };

	/** Input items for three records of the account. */
	function stale(): Array<{ uid: string; title: string; version: number }> {
		return own()
			.slice(0, 3)
			.map(({ record_uid, version }, i) => ({
				uid: record_uid,
				title: `new ${i}`,
				version: i === 1 ? version - 1 : version,
			}));
	}

	test('puts only that item on the error output, with its input, the reason and a link', async () => {
		const items = stale();
		const node = records(EXPECTING, { onError: 'continueErrorOutput' });
		const execution = await run(inputs(items), node);
		expect(execution.status).toBe('success');
		const [good, bad] = runOf(execution, 'Records').outputs;
		expect(good.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
		expect(bad.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }]);
		expect(bad[0].json).toEqual({
			...items[1],
			error: 'The record was changed since the expected version [item 2 of 3]',
			details: {
				description: expect.stringContaining('Read it again') as string,
				reason: 'stale_version',
				request_id: world.service.log[0].requestId,
			},
		});
		expect(own().map(({ title }) => title)).not.toContain('new 1');
		expect(sent('updateRecords')).toHaveLength(1);
	});

	test('writes nothing twice if n8n runs the node again because of its first item', async () => {
		const [one, two, three] = stale();
		const execution = await run(
			inputs([two, one, three]),
			records(EXPECTING, { onError: 'continueErrorOutput', retryOnFail: true, maxTries: 2 }),
		);
		const [good, bad] = runOf(execution, 'Records').outputs;
		expect(good.map(({ json }) => json.version)).toEqual([one.version + 1, three.version + 1]);
		expect(bad).toHaveLength(1);
		expect(sent('updateRecords').map((part) => part.map(({ title }) => title))).toEqual([
			['new 1', 'new 0', 'new 2'],
			['new 1'],
		]);
	});

	test('is completed by correcting the workflow and retrying with the saved one', async () => {
		const items = stale();
		const { n8n } = world;
		const workflow = await n8n.createWorkflow(chain('Stale', inputs(items), records(EXPECTING)));
		const failed = await n8n.runToEnd(workflow, { trigger: START });
		expect(failed.error?.message).toContain('2 of 3 items were written');

		await n8n.updateWorkflow(workflow.id, chain('Corrected', inputs(items), records(UPDATE)));
		const retried = await n8n.retry(failed.id, 'saved');
		expect(retried.status).toBe('success');
		expect(itemsOf(retried, 'Records').map((item) => item.record_uid)).toEqual(
			items.map(({ uid }) => uid),
		);
		expect(sent('updateRecords').map((part) => part.map(({ title }) => title))).toEqual([
			['new 0', 'new 1', 'new 2'],
			['new 1'],
		]);
		expect(items.map(({ uid }) => recordOf(uid)?.title)).toEqual(['new 0', 'new 1', 'new 2']);
	});
});

describe('updating the same record twice in a run', () => {
	test('happens in input order', async () => {
		const [record, other] = own();
		const { version } = record;
		const execution = await run(
			inputs([
				{ uid: record.record_uid, title: 'first' },
				{ uid: other.record_uid, title: 'between' },
				{ uid: record.record_uid, title: 'second' },
			]),
			records(UPDATE),
		);
		expect(itemsOf(execution, 'Records').map((item) => item.record_uid)).toEqual(
			[record, other, record].map(({ record_uid }) => record_uid),
		);
		expect(record).toMatchObject({ title: 'second', version: version + 2 });
		expect(sent('updateRecords').map((part) => part.map(({ title }) => title))).toEqual([
			['first', 'between'],
			['second'],
		]);
	});
});

describe('lists to choose from', () => {
	/** The entries of the list of a field. */
	async function listOf(area: string, parameter: string, method: string, filter?: string) {
		const { n8n, credential } = world;
		const { id, name } = credential;
		const searching = node(
			'Searching',
			`n8n-nodes-svc.svc${area}`,
			1,
			{},
			{
				credentials: { svcApi: { id, name } },
			},
		);
		return await n8n.searchList({ node: searching, parameter, method, filter });
	}

	test('of records show the newest, and continue with the next page', async () => {
		const { results, paginationToken } = await listOf('Records', 'record', 'searchRecords');
		const newest = all('records')
			.filter(({ state }) => state === 'available' || state === 'protected')
			.sort((a, b) => b.send_at - a.send_at || (a.record_uid < b.record_uid ? 1 : -1));
		expect(results.map(({ value }) => value)).toEqual(
			newest.slice(0, results.length).map(({ record_uid }) => record_uid),
		);
		expect(results.length).toBeGreaterThan(20);
		expect(paginationToken).toEqual(expect.any(String));
	});

	test('of records can be searched', async () => {
		const wanted = own().find(({ title }) => title)!;
		const found = await listOf('Records', 'record', 'searchRecords', wanted.title);
		expect(found.results).toContainEqual(
			expect.objectContaining({
				name: expect.stringContaining(`${wanted.title} (`) as string,
				value: wanted.record_uid,
			}),
		);
	});

	test('of tasks show title and status, and can be searched', async () => {
		const wanted = all('arrangements').find(({ status }) => status === 'following')!;
		const entry = { name: `${wanted.title} (following)`, value: wanted.arrangement_uid };
		const tasks = async (words?: string) =>
			await listOf('Arrangements', 'arrangement', 'searchArrangements', words);
		const everything = await tasks();
		const narrowed = await tasks(wanted.title.toLowerCase());
		expect(everything.results.length).toBeGreaterThan(narrowed.results.length);
		expect(narrowed.results).toContainEqual(expect.objectContaining(entry));
	});

	test('of people can be searched, and distinguish people of the same name', async () => {
		const namesakes = all('people').filter(
			({ nickname, relationships }) => nickname === 'Ada Fields' && relationships.length > 0,
		);
		const field = 'filters.creators.values.person';
		const { results } = await listOf('Records', field, 'searchPeople', 'ada fields');
		expect(results.map(({ value }) => value).sort()).toEqual(
			namesakes.map(({ user_ref }) => user_ref).sort(),
		);
		expect(namesakes.length).toBeGreaterThan(1);
	});

	test.each(['Records', 'Arrangements'])('of topics show their paths in Svc %s', async (area) => {
		const { results } = await listOf(area, 'topic', 'searchTopics', 'glazes');
		const glazes = all('topics').find(({ title }) => title === 'Glazes')!;
		expect(results).toEqual([
			expect.objectContaining({ name: 'Work / Kiln Studio / Glazes', value: glazes.topic_uid }),
		]);
	});
});

/** A node that outputs the given items. */
function inputs(items: object[]): INode {
	const jsCode = `return ${JSON.stringify(items.map((json) => ({ json })))}`;
	return node('Inputs', 'n8n-nodes-base.code', 2, { jsCode });
}

/** A node that outputs items with the texts `note 0`, `note 1` … */
function notes(length: number): INode {
	return inputs(Array.from({ length }, (_, i) => ({ text: `note ${i}` })));
}

/** The texts of that node, in the order of `written`. */
function texts(length: number): string[] {
	return Array.from({ length }, (_, i) => `note ${i}`).sort();
}

function records(parameters: INodeParameters, settings: Partial<INode> = {}): INode {
	return recordsNode(world.credential, parameters, settings);
}

function create(settings: Partial<INode> = {}): INode {
	return records(CREATE, settings);
}

function byUid(value: string) {
	return { __rl: true, mode: 'id', value };
}

/** Runs nodes in a row manually. */
async function run(...nodes: INode[]): Promise<Execution> {
	return await runFile(chain('Writes', ...nodes));
}

async function runFile(file: WorkflowFile): Promise<Execution> {
	const { n8n } = world;
	return await n8n.runToEnd(await n8n.createWorkflow(file), { trigger: START });
}

/** Runs nodes in a row in an active workflow; `stored` is everything that n8n stores of the execution. */
async function runInProduction(
	...nodes: INode[]
): Promise<{ execution: Execution; stored: string }> {
	const { n8n } = world;
	const webhook = node(
		'Webhook',
		'n8n-nodes-base.webhook',
		2.1,
		{ path: 'writes', responseMode: 'onReceived' },
		{ webhookId: 'writes' },
	);
	const workflow = await n8n.createWorkflow(connect('Writes', [webhook, ...nodes]));
	await n8n.activate(workflow);
	await axios.get(`${n8n.url}/webhook/writes`, { proxy: false });
	await n8n.deactivate(workflow);
	const [{ id }] = await n8n.executions(workflow.id);
	const execution = await n8n.waitForExecution(id);
	const stored = JSON.stringify(await n8n.call('GET', `/rest/executions/${id}`));
	return { execution, stored };
}

/** The items of all requests of an operation, request by request. */
function sent(operation = 'createRecords'): Array<Array<Record<string, unknown>>> {
	return world.service.log
		.filter((entry) => entry.operation === operation)
		.map(({ body }) => body!.items);
}

function all<Kind extends 'records' | 'arrangements' | 'people' | 'topics'>(kind: Kind) {
	const account = world.service.account('a');
	return [...account[kind].values()] as Array<ReturnType<(typeof account)[Kind]['get']> & object>;
}

function recordOf(uid: unknown): StoredRecord | undefined {
	return world.service.account('a').records.get(String(uid));
}

/** Records that the account may change. */
function own(): StoredRecord[] {
	const { profile } = world.service.account('a');
	return all('records').filter(
		({ state, creator_user_ref, locked }) =>
			state === 'available' && !locked && creator_user_ref === profile.user_ref,
	);
}

/** The texts of the notes in the service, sorted. */
function written(): string[] {
	return all('records')
		.map(({ text_content }) => text_content)
		.filter((text) => /^note \d+$/.test(text))
		.sort();
}

/** The part of the keys that is the same for all items of a run. */
function nameOfRun(): string {
	return String(sent()[0][0].idempotency_key).slice(0, 36);
}

/** Checks that every note is in the service once, and in the output linked to its item. */
function expectAllWrittenOnce(execution: Execution, count: number): void {
	expect(execution.error).toBeUndefined();
	expect(written()).toEqual(texts(count));
	const [items] = runOf(execution, 'Records').outputs;
	expect(items).toHaveLength(count);
	items.forEach(({ json, pairedItem }, i) => {
		expect(pairedItem).toEqual({ item: i });
		expect(recordOf(json.record_uid)?.text_content).toBe(`note ${i}`);
	});
}

/** Checks the number of keys in all requests, each for one text and time. */
function expectKeysDiffer(count: number): void {
	const items = sent().flat();
	expect(new Set(items.map(({ idempotency_key }) => idempotency_key)).size).toBe(count);
	const contents = items.map(({ item_id: _itemId, ...content }) => JSON.stringify(content));
	expect(new Set(contents).size).toBe(count);
}
