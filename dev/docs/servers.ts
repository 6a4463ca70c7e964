import { NodeConnectionTypes, type INode } from 'n8n-workflow';

import { DECLARED, type Declared } from '../engine/operations';
import type { WorkflowFile } from '../n8n/client';
import { instructionsAt, NOW } from './instructions';
import { ReadyNodes } from './readyNodes';
import { DAY, type ReadyTool } from './readyTools';

/** An MCP server to import: its file in examples/, and which operations are its tools. */
interface Server {
	file: string;
	name: string;
	about: string;
	tools: ReadyTool[];
}

/** Areas with private objects alone: a write there that can be undone is seen by nobody else. */
const OWN = ['Arrangements', 'Records'];

const isRead = ({ operation }: Declared) => operation.endpoint.preview === undefined;

/** The operations that can be tools, as n8n adds them. */
function allThat(has: (declared: Declared) => boolean): ReadyTool[] {
	return DECLARED.filter((each) => each.operation.tool && has(each)).map((declared) => ({
		declared,
	}));
}

const AS_ADDED =
	'They are as n8n adds them, with shorter names. Models choose better from few: delete those that you do not need.';

const SERVERS: Server[] = [
	{
		file: 'mcp-server-assistant.json',
		name: 'Svc as an MCP server, assistant',
		about:
			"For one person's day: people, chats, calls, recordings, notes and tasks. *Send Message* writes to others in your name; the other tools that write change your own notes and tasks.\n\nWhat is hardly asked for is fixed or left out, so that the model has little to read.",
		tools: DAY,
	},
	{
		file: 'mcp-server-read-only.json',
		name: 'Svc as an MCP server, read only',
		about: `Every tool reads; none changes anything.\n\n${AS_ADDED}`,
		tools: allThat(isRead),
	},
	{
		file: 'mcp-server-read-and-write.json',
		name: 'Svc as an MCP server, read and write',
		about: `All that read, and those that write what can be undone: tasks and notes. None sends, publishes or deletes.\n\n${AS_ADDED}`,
		tools: allThat(
			(each) => isRead(each) || (OWN.includes(each.area) && !!each.operation.tool?.undo),
		),
	},
	{
		file: 'mcp-server-everything.json',
		name: 'Svc as an MCP server, everything',
		about: `All of them. Those whose change nothing undoes have DANGEROUS in their description.\n\n${AS_ADDED}`,
		tools: allThat(() => true),
	},
];

const COLUMNS = 6;

/** Workflows of the MCP servers, by the names of their files. */
export function servers(): Map<string, WorkflowFile> {
	return new Map(SERVERS.map((server) => [server.file, workflowOf(server)]));
}

function workflowOf(server: Server): WorkflowFile {
	const { file, name } = server;
	const nodes = new ReadyNodes(file);
	const trigger: INode = {
		...nodes.node('Svc Server', '@n8n/n8n-nodes-langchain.mcpTrigger', 2.1, [0, 80], {
			authentication: 'bearerAuth',
			path: file.replace('mcp-server', 'svc').replace('.json', ''),
			instructions: `=Tools for the user's Svc account. ${instructionsAt(NOW)}`,
		}),
		webhookId: nodes.id('webhook'),
	};
	const tools = nodes.tools(server.tools, COLUMNS, [0, 320]);
	const link = { node: trigger.name, type: NodeConnectionTypes.AiTool, index: 0 };
	return {
		name,
		nodes: [...nodes.notes(notesOf(server), [-60, -260]), trigger, ...tools],
		connections: Object.fromEntries(tools.map((tool) => [tool.name, { ai_tool: [[link]] }])),
		settings: { executionOrder: 'v1' },
	};
}

function notesOf({ name, about, tools }: Server): Record<string, string> {
	return {
		About: `## ${name}\nLets an MCP client, such as a desktop assistant or a code editor, use your Svc account.\n\n**Set up:** Choose your credential in the Svc tools, and in *Svc Server* a *Bearer Auth* credential with a long random token. Choose your time zone in the settings of the workflow. Publish it, then enter the *Production URL* of *Svc Server* and the token in the client.`,
		'About Tools': `## Its ${tools.length} tools\n${about}\n\nThe name of a node is the name of its tool. *Svc Server > Instructions* tells the client the time and how to use them.`,
		'About Safety':
			'## Safety\nAnyone with the address and the token acts in your name, so never choose *Authentication > None*. n8n asks nobody before an MCP client runs a tool.\n\nA refused call tells the client why and what to do. If the message says that something may have been written, look before you repeat the call.',
	};
}
