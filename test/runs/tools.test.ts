import { overrideLimits } from '../../dev/limits';
import { callTool } from '../../dev/engine/runTool';
import { useService } from '../support/useService';

const fixture = useService();

beforeAll(() => overrideLimits({ firstBackoff: 10 }));

/** A note whose fields are all fixed: nothing is left to the model. */
const note = {
	resource: 'record',
	operation: 'create',
	text: 'Water the kale',
	container: 'unclassified',
	additionalFields: {},
};
const notes = () =>
	[...fixture.service.account('a').records.values()].filter(
		({ text_content }) => text_content === note.text,
	);

/** A tool call that is repeated with the same arguments in one execution. */
const twice: Record<string, () => Promise<unknown>> = {
	// n8n runs each call of newer agents as a run of the tool's node, with a separate run index
	'an agent from version 3 on': async () =>
		await fixture.run({
			node: 'svcRecordsTool',
			parameters: note,
			times: 2,
			settings: { onError: 'continueRegularOutput' },
		}),
	'an MCP client, whose calls are executions of their own': async () => {
		for (let call = 0; call < 2; call++)
			await fixture.run({ node: 'svcRecordsTool', parameters: note });
	},
	'an agent before version 3': async () =>
		await callTool({
			node: 'svcRecordsTool',
			parameters: note,
			credential: fixture.credential,
			calls: [{}, {}],
		}),
};

describe.each(Object.keys(twice))('%s', (agent) => {
	it('writes once if the answer to its call was lost and it repeats the call', async () => {
		fixture.service.faults.add({ operation: 'createRecords', drop: 'after', times: 5 });
		await twice[agent]();
		expect(fixture.requests.length).toBeGreaterThan(5);
		expect(notes()).toHaveLength(1);
	});

	it('writes twice if it makes the same call twice, and both are answered', async () => {
		await twice[agent]();
		expect(notes()).toHaveLength(2);
	});
});

it('writes once for a client that gives up and repeats its call while the first one still runs', async () => {
	fixture.service.faults.add({ operation: 'createRecords', delayMs: 1_000, times: 1 });
	const first = fixture.run({ node: 'svcRecordsTool', parameters: note });
	await fixture.service.waitFor(() => notes().length === 1);
	await fixture.run({ node: 'svcRecordsTool', parameters: note });
	await first;
	expect(notes()).toHaveLength(1);
});

it('writes twice if an agent makes the same call twice at a time', async () => {
	fixture.service.faults.add({ operation: 'createRecords', delayMs: 300, times: 2 });
	const call = { node: 'svcRecordsTool', parameters: note, executionId: 'one' };
	await Promise.all([fixture.run(call), fixture.run(call)]);
	expect(notes()).toHaveLength(2);
});

it('returns the record of the lost answer to an agent that repeats its call', async () => {
	fixture.service.faults.add({ operation: 'createRecords', drop: 'after', times: 5 });
	const [first, second] = await callTool({
		node: 'svcRecordsTool',
		parameters: note,
		credential: fixture.credential,
		calls: [{}, {}],
	});
	expect(first.failed).toContain('may have been written');
	expect(second.result).toMatchObject([{ record_uid: notes()[0].record_uid }]);
});

it('does not treat different calls of a tool as retries of each other', async () => {
	fixture.service.faults.add({ operation: 'createRecords', drop: 'after', times: 5 });
	await callTool({
		node: 'svcRecordsTool',
		parameters: { ...note, text: "={{ $fromAI('text', 'what', 'string') }}" },
		credential: fixture.credential,
		calls: [{ text: note.text }, { text: 'Order cobalt' }],
	});
	const texts = [...fixture.service.account('a').records.values()].map((row) => row.text_content);
	expect(texts.filter((text) => [note.text, 'Order cobalt'].includes(text))).toHaveLength(2);
});

it('runs as a tool with all of its parameters', async () => {
	const { items } = await fixture.run({
		node: 'svcRecordsTool',
		parameters: { resource: 'record', operation: 'getAll', limit: 2 },
	});
	expect(items.filter(({ json }) => json.record_uid)).toHaveLength(2);
});
