import { NodeConnectionTypes, type INode, type INodeParameters } from 'n8n-workflow';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Credential, WorkflowFile } from '../../dev/n8n/client';
import { REPOSITORY } from '../../dev/n8n/paths';

const EXAMPLES = path.join(REPOSITORY, 'examples');

/** File names of the example workflows. */
export const exampleFiles = readdirSync(EXAMPLES).filter((file) => file.endsWith('.json'));

/** An example as in its file. */
export function readExample(file: string): WorkflowFile {
	return JSON.parse(readFileSync(path.join(EXAMPLES, file), 'utf8'));
}

/** An example with the credential chosen in every node that needs one. */
export function exampleWith(credential: Credential, file: string): WorkflowFile {
	const example = readExample(file);
	return { ...example, nodes: example.nodes.map((node) => withCredential(node, credential)) };
}

function withCredential(node: INode, { id, name, type }: Credential): INode {
	return node.credentials ? { ...node, credentials: { [type]: { id, name } } } : node;
}

/** Changes of nodes or their parameters, by the name of the node. */
export type Edits = Record<string, (parameters: INodeParameters, node: INode) => void>;

/** A node of a test's workflow; `chain` sets its position. */
export function node(
	name: string,
	type: string,
	typeVersion: number,
	parameters: INodeParameters,
	settings: Partial<INode> = {},
): INode {
	return { id: name, name, type, typeVersion, parameters, position: [0, 0], ...settings };
}

/** The first node of every test workflow. */
export const START = 'Start';

/** Name of the first node of a workflow. */
export function triggerOf({ nodes }: WorkflowFile): string {
	return nodes.find(({ type }) => /trigger$/i.test(type))!.name;
}

/** A workflow of a manual trigger and the given nodes, one after the other. */
export function chain(name: string, ...nodes: INode[]): WorkflowFile {
	const start = node(START, 'n8n-nodes-base.manualTrigger', 1, {});
	return connect(name, [start, ...nodes]);
}

/** A workflow of nodes in a row, each connected to the next by its first output. */
export function connect(name: string, nodes: INode[]): WorkflowFile {
	const connections: WorkflowFile['connections'] = {};
	nodes.slice(1).forEach((next, i) => {
		connections[nodes[i].name] = {
			main: [[{ node: next.name, type: NodeConnectionTypes.Main, index: 0 }]],
		};
	});
	const placed = nodes.map((each, i): INode => ({ ...each, position: [i * 240, 0] }));
	return { name, nodes: placed, connections, settings: { executionOrder: 'v1' } };
}

/** A Svc Records node that uses the credential. */
export function recordsNode(
	credential: Credential,
	parameters: INodeParameters,
	settings: Partial<INode> = {},
): INode {
	const { id, name } = credential;
	return node('Records', 'n8n-nodes-svc.svcRecords', 1, parameters, {
		credentials: { svcApi: { id, name } },
		...settings,
	});
}
