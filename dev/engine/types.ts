import './userFolder';
import type { ExecuteContext } from 'n8n-core';
import { DirectoryLoader, RoutingNode } from 'n8n-core';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypes,
	IVersionedNodeType,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { createRequire } from 'node:module';
import path from 'node:path';

import { n8n } from '../../package.json';

const load = createRequire(__filename);

type NodeClass = new () => INodeType;

/** The classes that n8n loads, in the order of package.json. */
const CLASSES = n8n.nodes.map((compiled): NodeClass => {
	// The extension is needed, since Node.js and tsx would resolve to the codex file SvcAccount.node.json first
	const file = compiled.replace(/^dist/, '../..').replace(/\.js$/, path.extname(__filename));
	const [nodeClass] = Object.values(load(file) as Record<string, NodeClass>);
	return nodeClass;
});
const isTrigger = ({ name }: NodeClass) => name.endsWith('Trigger');

/** All action nodes of the package. */
export const NODE_CLASSES = CLASSES.filter((nodeClass) => !isTrigger(nodeClass));

/** All trigger nodes of the package. */
export const TRIGGER_CLASSES = CLASSES.filter(isTrigger);

/** Full name of a node type in workflows. */
export function typeName(node: INodeType): string {
	return `n8n-nodes-svc.${node.description.name}`;
}

/** A declarative node as n8n prepares it: with Request Options, and executed by the routing engine. */
export function loaded(node: INodeType): INodeType {
	DirectoryLoader.applyDeclarativeNodeOptionParameters(node);
	node.execute = async function (this: IExecuteFunctions) {
		return (await new RoutingNode(this as unknown as ExecuteContext, node).runNode()) ?? [];
	};
	return node;
}

export const NODES: INodeType[] = [
	...NODE_CLASSES.map((nodeClass) => loaded(new nodeClass())),
	...TRIGGER_CLASSES.map((nodeClass) => new nodeClass()),
];

/** The tool that n8n makes of a node for agents: only its description differs. */
function toolOf(node: INodeType): INodeType {
	const description = {
		...node.description,
		name: `${node.description.name}Tool`,
		inputs: [],
		outputs: [NodeConnectionTypes.AiTool],
	};
	return Object.create(node, { description: { value: description } }) as INodeType;
}

function toolsOf(nodes: INodeType[]): INodeType[] {
	return nodes.filter(({ description }) => description.usableAsTool).map(toolOf);
}

/** The tools of all action nodes. */
export const TOOLS = toolsOf(NODES);

/** A node without its custom operations: n8n's routing engine runs it. */
function routedOf(node: INodeType): INodeType {
	const description = { ...node.description, name: `${node.description.name}Routed` };
	return Object.create(node, {
		description: { value: description },
		customOperations: { value: undefined },
	}) as INodeType;
}

const routedNodes = NODES.filter(({ customOperations }) => customOperations !== undefined).map(
	routedOf,
);

/** All action nodes and their tools as n8n's routing engine runs them. */
const ROUTED: INodeType[] = [...routedNodes, ...toolsOf(routedNodes)];

/** The node with a short name as used in tests: `svcRecords`, or `svcRecordsTool` for another kind of it. */
export function nodeNamed(name: string): INodeType {
	const node = [...NODES, ...TOOLS, ...ROUTED].find(({ description }) => description.name === name);
	if (!node) throw new Error(`There is no node ${name}`);
	return node;
}

/** Suffix of a node's name for a run by n8n's routing, as a tool, or both. */
export type Kind = '' | 'Routed' | 'Tool' | 'RoutedTool';

/** Returns the items of its parameter; it replaces the nodes before the tested one. */
export const INPUT_TYPE = 'test.input';

const input: INodeType = {
	description: {
		displayName: 'Input',
		name: 'input',
		group: ['trigger'],
		version: 1,
		description: 'Emits given items',
		defaults: { name: 'Input' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [{ displayName: 'Items', name: 'items', type: 'json', default: '[]' }],
	},
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = JSON.parse(
			this.getNodeParameter('items', 0) as string,
		) as INodeExecutionData['json'][];
		return [items.map((json) => ({ json }))];
	},
};

/** Sends an item back to a node until it has run the given number of times; it replaces n8n's loops. */
export const AGAIN_TYPE = 'test.again';

const again: INodeType = {
	description: {
		displayName: 'Again',
		name: 'again',
		group: ['transform'],
		version: 1,
		description: 'Emits an item as often as it is told to',
		defaults: { name: 'Again' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [{ displayName: 'Times', name: 'times', type: 'number', default: 1 }],
	},
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const runs = Number(this.getWorkflowDataProxy(0).$runIndex) + 1;
		return [runs < (this.getNodeParameter('times', 0) as number) ? [{ json: {} }] : []];
	},
};

/** Calls the connected tools one after the other; it replaces agents before version 3. */
export const AGENT_TYPE = 'test.agent';

const agent: INodeType = {
	description: {
		displayName: 'Agent',
		name: 'agent',
		group: ['transform'],
		version: 1,
		description: 'Calls a tool as often as it is told to',
		defaults: { name: 'Agent' },
		inputs: [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool],
		outputs: [NodeConnectionTypes.Main],
		properties: [{ displayName: 'Calls', name: 'calls', type: 'json', default: '[]' }],
	},
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const [tool] = (await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as Array<{
			invoke: (input: object) => Promise<string>;
		}>;
		const results: INodeExecutionData[] = [];
		for (const call of JSON.parse(this.getNodeParameter('calls', 0) as string) as object[]) {
			const result = await tool.invoke(call).then(
				(text) => ({ result: JSON.parse(text) as IDataObject }),
				(error: Error) => ({ failed: error.message }),
			);
			results.push({ json: result });
		}
		return [results];
	},
};

const byType = new Map<string, INodeType>([
	[AGENT_TYPE, agent],
	...[...TOOLS, ...ROUTED].map((node): [string, INodeType] => [typeName(node), node]),
	[INPUT_TYPE, input],
	[AGAIN_TYPE, again],
	...NODES.map((node): [string, INodeType] => [typeName(node), node]),
]);

export const nodeTypes: INodeTypes = {
	getByName: (type) => byType.get(type) as INodeType | IVersionedNodeType,
	getByNameAndVersion: (type) => byType.get(type) as INodeType,
	getKnownTypes: () => ({}),
};
