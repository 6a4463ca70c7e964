import {
	NodeConnectionTypes,
	type INode,
	type INodeParameters,
	type NodeConnectionType,
} from 'n8n-workflow';
import type { N8nClient, WorkflowFile } from '../../dev/n8n/client';
import type { Execution } from '../../dev/n8n/execution';
import { has } from './features';
import { startOpenAi, type FakeOpenAi, type Turn } from './openAi';
import { chain, node, START } from './workflows';
import type { World } from './world';

const LANGCHAIN = '@n8n/n8n-nodes-langchain';

/** The newest version of the agent in this n8n. */
const NEWEST = has('agent31') ? 3.1 : 3;

/** Versions of the agent: from 3 on they have n8n run their tools as nodes, earlier ones call them themselves. */
export const AGENT_VERSIONS = [NEWEST, 2.2];

/** A Svc node as a tool, with the credential of the test. */
export function toolNode(
	{ credential }: World,
	name: string,
	type: string,
	parameters: INodeParameters,
	settings: Partial<INode> = {},
): INode {
	return node(name, `n8n-nodes-svc.${type}Tool`, 1, parameters, {
		credentials: { svcApi: { id: credential.id, name: credential.name } },
		...settings,
	});
}

/** A value that the model fills in. */
export function fromAi(key: string, type = 'string'): string {
	return `={{ $fromAI('${key}', '', '${type}') }}`;
}

/** A workflow of an agent with tools, whose model is a stand-in. */
export async function agentWorkflow(
	{ n8n }: World,
	version: number,
	{ url }: FakeOpenAi,
	tools: INode[],
): Promise<WorkflowFile> {
	const file = chain(
		'Agent',
		node('Agent', `${LANGCHAIN}.agent`, version, { promptType: 'define', text: 'Go', options: {} }),
	);
	const model: INode = node(
		'Model',
		`${LANGCHAIN}.lmChatOpenAi`,
		1.2,
		{ model: { __rl: true, mode: 'id', value: 'fake' }, options: {} },
		{ credentials: await modelCredential(n8n, url) },
	);
	file.nodes.push(model, ...tools);
	subNode(file, 'Model', NodeConnectionTypes.AiLanguageModel, 'Agent');
	for (const { name } of tools) subNode(file, name, NodeConnectionTypes.AiTool, 'Agent');
	return file;
}

/** Connects a node to the node that uses it. */
export function subNode(
	{ connections }: WorkflowFile,
	name: string,
	type: NodeConnectionType,
	user: string,
): void {
	connections[name] = { [type]: [[{ node: user, type, index: 0 }]] };
}

/** The credential for a stand-in of a model, as a node names it. */
export async function modelCredential(n8n: N8nClient, url: string) {
	const { id, name } = await n8n.createCredential('Fake model', 'openAiApi', {
		apiKey: 'none',
		url,
		header: false,
	});
	return { openAiApi: { id, name } };
}

/** Has an agent use tools as its model wishes, turn by turn. */
export async function runAgent(
	world: World,
	version: number,
	tools: INode[],
	turns: Turn[],
): Promise<{ execution: Execution; model: FakeOpenAi }> {
	const { n8n } = world;
	const model = await startOpenAi(turns);
	try {
		const workflow = await n8n.createWorkflow(await agentWorkflow(world, version, model, tools));
		return { execution: await n8n.runToEnd(workflow, { trigger: START }), model };
	} finally {
		await model.close();
	}
}
