import type { INode, INodeParameters } from 'n8n-workflow';
import { itemsOf } from '../../dev/n8n/execution';
import { AGENT_VERSIONS, runAgent, toolNode } from './agents';
import { needing } from './features';
import type { ToolCall } from './openAi';
import { useWorld } from './world';

const world = useWorld();

describe.each(AGENT_VERSIONS)('an AI agent (version %s) with Svc Records as a tool', (version) => {
	test('gets as many records as it asks for', async () => {
		const { execution, model } = await ask(
			version,
			{
				resource: 'record',
				operation: 'getAll',
				returnAll: false,
				limit: "={{ $fromAI('limit', 'how many records', 'number') }}",
			},
			[['Records', { limit: 3 }]],
		);
		expect(itemsOf(execution, 'Agent')).toEqual([{ output: 'Done.' }]);

		const [tool] = model.tools;
		expect(tool.name).toBe('Records');
		expect(tool.description).toContain('records');
		expect(tool.parameters.properties).toHaveProperty('limit');
		expect(world.requests('queryRecordTimeline')).toMatchObject([{ body: { limit: 3 } }]);
		const newest = [...world.service.account('a').records.values()]
			.filter(({ state }) => state === 'available' || state === 'protected')
			.sort((a, b) => b.send_at - a.send_at || (a.record_uid < b.record_uid ? 1 : -1));
		expect(model.results).toHaveLength(1);
		for (const { record_uid } of newest.slice(0, 3)) {
			expect(model.results[0]).toContain(record_uid);
		}
		expect(model.results[0]).not.toContain(newest[3].record_uid);
	});

	test('creates both records when it calls the tool twice in one turn', async () => {
		const texts = ['Water the kale', 'Order cobalt'];
		const { execution, model } = await ask(
			version,
			{
				resource: 'record',
				operation: 'create',
				text: "={{ $fromAI('text', 'what to note', 'string') }}",
			},
			texts.map((text): ToolCall => ['Records', { text }]),
		);
		expect(itemsOf(execution, 'Agent')).toEqual([{ output: 'Done.' }]);
		const created = [...world.service.account('a').records.values()].filter((record) =>
			texts.includes(record.text_content),
		);
		expect(created.map(({ text_content }) => text_content).sort()).toEqual([...texts].sort());
		expect(model.results).toHaveLength(2);
		for (const [i, result] of model.results.entries()) {
			const own = created.find(({ text_content }) => text_content === texts[i])!;
			expect(result).toContain(own.record_uid);
		}
	});

	const note = { resource: 'record', operation: 'create', text: 'Water the kale' };
	const notes = () =>
		[...world.service.account('a').records.values()].filter(
			({ text_content }) => text_content === note.text,
		);

	test('creates a record once on Retry On Fail when its answers were lost', async () => {
		world.service.faults.add({ operation: 'createRecords', drop: 'after', times: 5 });
		const { execution, model } = await ask(version, note, [['Records', {}]], {
			retryOnFail: true,
			maxTries: 2,
			waitBetweenTries: 1,
		});
		expect(itemsOf(execution, 'Agent')).toEqual([{ output: 'Done.' }]);
		expect(notes()).toHaveLength(1);
		expect(model.results[0]).toContain(notes()[0].record_uid);
	});

	const testAfterFailure = version >= 3 ? needing('agent31').test : test;

	testAfterFailure(
		'creates a record once when its answers were lost and it repeats the call',
		async () => {
			world.service.faults.add({ operation: 'createRecords', drop: 'after', times: 5 });
			const { model } = await ask(version, note, [['Records', {}]], {}, [['Records', {}]]);
			expect(notes()).toHaveLength(1);
			expect(model.results).toHaveLength(2);
			// Agents before version 3 keep the words of a failed tool from the model
			if (version >= 3) expect(model.results[0]).toContain('may have been written');
			expect(model.results[1]).toContain(notes()[0].record_uid);
		},
	);

	test('creates two records of the same words when it calls the tool twice', async () => {
		await ask(version, note, [
			['Records', {}],
			['Records', {}],
		]);
		expect(notes()).toHaveLength(2);
	});
});

/** Has an agent use Svc Records as the model wishes. */
async function ask(
	version: number,
	parameters: INodeParameters,
	calls: ToolCall[],
	settings: Partial<INode> = {},
	...turns: ToolCall[][]
) {
	const tool = toolNode(world, 'Records', 'svcRecords', parameters, settings);
	return await runAgent(world, version, [tool], [calls, ...turns]);
}
