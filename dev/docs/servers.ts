import { createHash } from 'node:crypto';
import { NodeConnectionTypes, NodeHelpers, type INode } from 'n8n-workflow';
import { format, resolveConfig } from 'prettier';

import { DECLARED, type Declared } from '../engine/operations';
import { TOOLS } from '../engine/types';
import type { WorkflowFile } from '../n8n/client';

/** An MCP server to import: its file in examples/, and which operations are its tools. */
interface Server {
	file: string;
	name: string;
	tools: string;
	has: (declared: Declared) => boolean;
}

/** Areas with private objects alone: a write there that can be undone is seen by nobody else. */
const OWN = ['Arrangements', 'Records'];

const isRead = ({ operation }: Declared) => operation.endpoint.preview === undefined;

const SERVERS: Server[] = [
	{
		file: 'mcp-server-read-only.json',
		name: 'Svc as an MCP server, read only',
		tools: 'Every tool reads; none changes anything.',
		has: isRead,
	},
	{
		file: 'mcp-server-read-and-write.json',
		name: 'Svc as an MCP server, read and write',
		tools:
			'All that read, and those that write what can be undone: tasks and notes. None sends, publishes or deletes.',
		has: (each) => isRead(each) || (OWN.includes(each.area) && !!each.operation.tool?.undo),
	},
	{
		file: 'mcp-server-everything.json',
		name: 'Svc as an MCP server, everything',
		tools:
			'All of them. Those that do harm and cannot be undone have DANGEROUS in their description: delete what you do not need.',
		has: () => true,
	},
];

const INSTRUCTIONS = `=Tools for the user's Svc account. Now it is {{ $now.toFormat('cccc, d LLLL yyyy, HH:mm') }} ({{ $now.zoneName }}). Write times for tools like 2026-01-31T09:00.
Look things up with the tools. Never invent names, times or what was said. Give tools the identifiers that results have shown. Give a name only if the user has said it.
Write only what the user asks for. If a tool refuses, do what its message says, or ask the user.`;

const COLUMNS = 6;

/** Files of the MCP servers, by name. */
export async function servers(): Promise<Map<string, string>> {
	const config = await resolveConfig(__filename);
	const texts = SERVERS.map(async (server) => {
		const text = JSON.stringify(workflowOf(server));
		return [server.file, await format(text, { ...config, parser: 'json' })] as const;
	});
	return new Map(await Promise.all(texts));
}

function workflowOf(server: Server): WorkflowFile {
	const trigger: INode = {
		...nodeOf(server, 'Svc Server', '@n8n/n8n-nodes-langchain.mcpTrigger', 2.1, [0, 80]),
		parameters: {
			authentication: 'bearerAuth',
			path: server.file.replace('mcp-server', 'svc').replace('.json', ''),
			instructions: INSTRUCTIONS,
		},
		webhookId: uuidOf(`${server.file} webhook`),
	};
	const tools = DECLARED.filter((each) => each.operation.tool && server.has(each)).map(
		(declared, i) => toolOf(server, declared, i),
	);
	const link = { node: trigger.name, type: NodeConnectionTypes.AiTool, index: 0 };
	return {
		name: server.name,
		nodes: [...notesOf(server, tools.length), trigger, ...tools],
		connections: Object.fromEntries(tools.map(({ name }) => [name, { ai_tool: [[link]] }])),
		settings: { executionOrder: 'v1' },
	};
}

/** The tool of an operation as n8n adds it: what it does not leave to the model is at its default value. */
function toolOf(server: Server, { area, resource, operation }: Declared, i: number): INode {
	const type = `svc${area}Tool`;
	const { description } = TOOLS.find((tool) => tool.description.name === type)!;
	const parameters = { resource: resource.value, operation: operation.value };
	const name = NodeHelpers.makeNodeName(parameters, description);
	const position: [number, number] = [(i % COLUMNS) * 220, 320 + Math.floor(i / COLUMNS) * 200];
	return {
		...nodeOf(server, name, `n8n-nodes-svc.${type}`, 1, position),
		parameters,
		credentials: { svcApi: { id: null, name: 'Svc account' } },
	};
}

function notesOf(server: Server, tools: number): INode[] {
	const texts = {
		About: `## ${server.name}\nLets an MCP client, such as a desktop assistant or a code editor, use your Svc account.\n\n**Set up:** Choose your credential in the Svc tools, and in *Svc Server* a *Bearer Auth* credential with a long random token. Publish the workflow, then enter the *Production URL* of *Svc Server* and the token in the client.`,
		'About Tools': `## Its ${tools} tools\n${server.tools}\n\nThey are as n8n adds them. Models choose better from few: delete those that you do not need. The name of a node is the name of its tool. *Svc Server > Instructions* tells the client the time and how to use them.`,
		'About Safety':
			'## Safety\nAnyone with the address and the token acts in your name, so never choose *Authentication > None*. n8n asks nobody before an MCP client runs a tool.\n\nA refused call tells the client why and what to do. If the message says that something may have been written, look before you repeat the call.',
	};
	return Object.entries(texts).map(([name, content], i) => ({
		...nodeOf(server, name, 'n8n-nodes-base.stickyNote', 1, [-60 + i * 440, -260]),
		parameters: { width: 400, height: 280, content },
	}));
}

function nodeOf(
	{ file }: Server,
	name: string,
	type: string,
	typeVersion: number,
	position: [number, number],
): INode {
	return { id: uuidOf(`${file} ${name}`), name, type, typeVersion, position, parameters: {} };
}

/** A UUID that is the same in every run. */
function uuidOf(text: string): string {
	const hex = createHash('sha256').update(text).digest('hex');
	const groups = [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`];
	return [...groups, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
