import axios from 'axios';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { node } from './workflows';
import { openWorld, type World } from './world';

let world: World;

beforeAll(async () => (world = await openWorld()));
beforeEach(() => world.service.reset());
afterEach(() => expect(world.service.violations).toEqual([]));
afterAll(async () => await world.close());

/** Result of a tool: text, or an error message. */
interface ToolResult {
	content: Array<{ type: string; text: string }>;
	isError?: boolean;
}

/** Serves Svc Records as the only tool of an MCP Server Trigger, and passes a client to the callback. */
async function serve(parameters: INodeParameters): Promise<{
	call: (name: string, input: IDataObject) => Promise<ToolResult>;
	tools: () => Promise<string[]>;
}> {
	const { n8n, credential } = world;
	const path = randomUUID();
	const trigger = node(
		'MCP',
		'@n8n/n8n-nodes-langchain.mcpTrigger',
		2,
		{ path },
		{ webhookId: path },
	);
	const tool = node('Records', 'n8n-nodes-svc.svcRecordsTool', 1, parameters, {
		credentials: { svcApi: { id: credential.id, name: credential.name } },
	});
	const workflow = await n8n.createWorkflow({
		name: 'MCP',
		nodes: [trigger, tool],
		connections: { Records: { ai_tool: [[{ node: 'MCP', type: 'ai_tool', index: 0 }]] } },
		settings: {},
	} as never);
	await n8n.activate(workflow);
	let session: string | undefined;
	let id = 0;
	/** One message of the protocol over HTTP; answers come as an event stream. */
	const post = async (method: string, params: IDataObject, expectsAnswer = true) => {
		const response = await axios.post<string>(
			`${n8n.url}/mcp/${path}`,
			{ jsonrpc: '2.0', method, params, ...(expectsAnswer && { id: id++ }) },
			{
				proxy: false,
				responseType: 'text',
				headers: {
					Accept: 'application/json, text/event-stream',
					...(session && { 'mcp-session-id': session }),
				},
			},
		);
		session ??= response.headers['mcp-session-id'] as string | undefined;
		if (!expectsAnswer) return undefined as never;
		const line = response.data.split('\n').find((each) => each.startsWith('data:'));
		return (JSON.parse(line ? line.slice(5) : response.data) as { result: never }).result;
	};
	await post('initialize', {
		protocolVersion: '2025-03-26',
		capabilities: {},
		clientInfo: { name: 'test', version: '1' },
	});
	await post('notifications/initialized', {}, false);
	return {
		call: async (name, input) => await post('tools/call', { name, arguments: input }),
		tools: async () => {
			const { tools } = (await post('tools/list', {})) as { tools: Array<{ name: string }> };
			return tools.map(({ name }) => name);
		},
	};
}

const notes = (text: string) =>
	[...world.service.account('a').records.values()].filter(
		({ text_content }) => text_content === text,
	);

describe('Svc Records as a tool of the MCP Server Trigger', () => {
	test('is listed, and reads and writes', async () => {
		const { call, tools } = await serve({
			resource: 'record',
			operation: 'create',
			text: "={{ $fromAI('text', 'what to note', 'string') }}",
		});
		expect(await tools()).toEqual(['Records']);
		const { content, isError } = await call('Records', { text: 'Water the kale' });
		expect(isError).not.toBe(true);
		expect(notes('Water the kale')).toHaveLength(1);
		expect(content[0].text).toContain(notes('Water the kale')[0].record_uid);
	});

	test('explains to its client what is wrong', async () => {
		const { call } = await serve({
			resource: 'record',
			operation: 'getAll',
			limit: "={{ $fromAI('limit', 'how many', 'number') }}",
		});
		const { content } = await call('Records', { limit: 0 });
		expect(content[0].text).toContain("'Limit' must be at least 1, not 0");
		expect(world.service.log).toEqual([]);
	});
});
