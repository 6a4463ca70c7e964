import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { NodeConnectionTypes, type IDataObject, type INode } from 'n8n-workflow';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { node } from './workflows';
import type { World } from './world';

const run = promisify(execFile);
const INSPECTOR = require.resolve('@modelcontextprotocol/inspector-cli/build/cli.js');

/** A tool as a server lists it. */
interface ListedTool {
	name: string;
	description: string;
	inputSchema: { properties?: Record<string, IDataObject>; required?: string[] };
}

/** An MCP server, as the command line of the MCP Inspector sees it: a process for each request. */
export interface McpServer {
	tools(): Promise<ListedTool[]>;
	/** Calls a tool, and returns the text of its result. */
	call(tool: string, input: IDataObject): Promise<string>;
	/** Starts a session, for many calls in a short time. */
	connect(): Promise<McpSession>;
}

export interface McpSession {
	/** Instructions of the server for its clients */
	instructions?: string;
	call(tool: string, input: IDataObject): Promise<string>;
	close(): Promise<void>;
}

/** Serves tools by an MCP Server Trigger. */
export async function serveTools({ n8n }: World, tools: INode[]): Promise<McpServer> {
	const id = randomUUID();
	const trigger = node(
		'MCP',
		'@n8n/n8n-nodes-langchain.mcpTrigger',
		2,
		{ path: id },
		{ webhookId: id },
	);
	const link = { node: trigger.name, type: NodeConnectionTypes.AiTool, index: 0 };
	const workflow = await n8n.createWorkflow({
		name: 'MCP',
		nodes: [trigger, ...tools],
		connections: Object.fromEntries(tools.map(({ name }) => [name, { ai_tool: [[link]] }])),
		settings: { executionOrder: 'v1' },
	});
	await n8n.activate(workflow);
	return mcpServer(`${n8n.url}/mcp/${id}`);
}

/** The MCP server at an address, with the token that it asks for. */
export function mcpServer(url: string, token?: string): McpServer {
	const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
	const header = Object.entries(headers).flatMap(([name, value]) => [
		'--header',
		`${name}: ${value}`,
	]);
	const inspect = async <Answer>(...request: string[]): Promise<Answer> => {
		const command = [INSPECTOR, '--cli', url, '--transport', 'http', ...header];
		// The inspector looks for its package.json beside the folder that it runs in
		const all = [...command, '--method', ...request];
		const { stdout } = await run(process.execPath, all, { cwd: path.dirname(INSPECTOR) });
		return JSON.parse(stdout) as Answer;
	};
	return {
		tools: async () => (await inspect<{ tools: ListedTool[] }>('tools/list')).tools,
		call: async (tool, input) => {
			const values = Object.entries(input).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
			return textOf(
				await inspect<Result>(
					...['tools/call', '--tool-name', tool],
					...values.flatMap((value) => ['--tool-arg', value]),
				),
			);
		},
		connect: async () => {
			const client = new Client({ name: 'test', version: '1' });
			await client.connect(
				new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
			);
			return {
				instructions: client.getInstructions(),
				call: async (name, input) =>
					textOf((await client.callTool({ name, arguments: input })) as Result),
				close: async () => await client.close(),
			};
		},
	};
}

/** The result of a call. */
interface Result {
	content: Array<{ text: string }>;
}

function textOf({ content }: Result): string {
	return content.map(({ text }) => text).join('\n');
}
