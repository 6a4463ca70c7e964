import { orchestrateGeneration } from '@n8n/workflow-sdk';
import {
	deepCopy,
	NodeHelpers,
	NodeVersionNotFoundError,
	type INode,
	type INodeParameters,
	type INodeType,
	type INodeTypeDescription,
	type INodeTypes,
} from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { NODES, TOOLS, typeName } from '../../dev/engine/types';
import { MODULES } from '../../dev/n8n/install';

/** The functions with which n8n makes tools of nodes: for agents, and for people who review what an agent does. */
type Convert = (node: { description: INodeTypeDescription }) => typeof node;
const { convertNodeToAiTool, convertNodeToHitlTool, hasSendAndWaitOperation } = createRequire(
	path.join(MODULES, 'n8n/package.json'),
)('./dist/tool-generation') as {
	convertNodeToAiTool: Convert;
	convertNodeToHitlTool: Convert;
	hasSendAndWaitOperation: (description: INodeTypeDescription) => boolean;
};

/** Packages with the nodes of n8n itself. */
const PACKAGES = ['n8n-nodes-base', '@n8n/n8n-nodes-langchain'];

/** The descriptions of a node type; each is for one or more versions. */
const described = new Map<string, INodeTypeDescription[]>();

for (const name of PACKAGES) {
	const file = path.join(MODULES, name, 'dist/types/nodes.json');
	for (const description of JSON.parse(readFileSync(file, 'utf8')) as INodeTypeDescription[]) {
		add(`${name}.${description.name}`, description);
		if (description.usableAsTool) addMade(convertNodeToAiTool, name, description);
		addReview(name, description);
	}
}
for (const node of [...NODES, ...TOOLS]) add(typeName(node), loadedDescription(node));
for (const node of NODES) addReview('n8n-nodes-svc', node.description);

/** Adds the node that n8n makes of one that can ask people, with which they review what an agent does. */
function addReview(of: string, description: INodeTypeDescription): void {
	if (hasSendAndWaitOperation(description)) addMade(convertNodeToHitlTool, of, description);
}

function addMade(convert: Convert, of: string, description: INodeTypeDescription): void {
	const { description: made } = convert({ description: deepCopy(description) });
	add(`${of}.${made.name}`, made);
}

function add(type: string, description: INodeTypeDescription): void {
	described.set(type, [...(described.get(type) ?? []), description]);
}

/** The description of a node of this package as n8n loads it: n8n adds the poll times of triggers. */
function loadedDescription({ description }: INodeType): INodeTypeDescription {
	if (!description.polling) return description;
	const [polling] = described.get('n8n-nodes-base.rssFeedReadTrigger')!;
	const pollTimes = polling.properties.filter(({ name }) => name === 'pollTimes');
	return { ...description, properties: [...pollTimes, ...description.properties] };
}

/** The description of a version of a node type, if there is one. */
export function descriptionOf(type: string, version: number): INodeTypeDescription | undefined {
	return described.get(type)?.find((each) => [each.version].flat().includes(version));
}

/** The parameters of a node as its form shows them: with defaults, and without those that are not shown. */
export function shownParameters(node: INode): INodeParameters {
	const description = descriptionOf(node.type, node.typeVersion);
	if (!description) return node.parameters;
	const { properties } = description;
	return (
		NodeHelpers.getNodeParameters(properties, node.parameters, true, false, node, description) ?? {}
	);
}

/** The version that a node gets when it is added in the editor, if the type exists. */
export function newestVersionOf(type: string): number | undefined {
	const [description] = described.get(type) ?? [];
	return description && (description.defaultVersion ?? Math.max(...versionsOf(type)));
}

function versionsOf(type: string): number[] {
	return (described.get(type) ?? []).flatMap(({ version }) => version);
}

/** The node types of n8n and of the package, for n8n's validation. */
export const nodeTypes: INodeTypes = {
	getByName: (type) => ({ description: described.get(type)?.[0] }) as INodeType,
	getByNameAndVersion(type, version = newestVersionOf(type)!) {
		const description = descriptionOf(type, version);
		if (!description) throw new NodeVersionNotFoundError(type, version, versionsOf(type));
		return { description } as INodeType;
	},
	getKnownTypes: () => ({}),
};

/**
 * Folders with the definitions of all nodes by which n8n's validation checks parameters: those of n8n's packages as
 * they are installed, those of this package made in a folder.
 */
export async function definitionFolders(folder: string): Promise<string[]> {
	const nodes = [...NODES, ...TOOLS].map((node) => ({
		...loadedDescription(node),
		name: typeName(node),
	}));
	await orchestrateGeneration({
		nodes: deepCopy(nodes) as unknown as Parameters<typeof orchestrateGeneration>[0]['nodes'],
		outputDir: folder,
	});
	return [folder, ...PACKAGES.map((name) => path.join(MODULES, name, 'dist/node-definitions'))];
}
