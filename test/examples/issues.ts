import { validateWorkflowBuilder, workflow, type WorkflowJSON } from '@n8n/workflow-sdk';
import { NodeHelpers, type INode } from 'n8n-workflow';
import type { WorkflowFile } from '../../dev/n8n/client';

import { descriptionOf, newestVersionOf, nodeTypes, shownParameters } from './nodeTypes';

/** Everything that n8n's validation of workflows finds, hints included. */
function validationIssues(file: WorkflowFile, nodeDefinitionDirs: string[]): string[] {
	const builder = workflow.fromJSON(file as unknown as WorkflowJSON);
	const options = { strictMode: true, nodeDefinitionDirs, nodeTypesProvider: nodeTypes };
	const { issues } = validateWorkflowBuilder(builder, options);
	return issues.map(({ code, message }) => `${code}: ${message}`);
}

/** Types and versions of a node that n8n does not have, and versions that are not the newest. */
function versionIssues({ name, type, typeVersion }: INode): string[] {
	const newest = newestVersionOf(type);
	if (newest === undefined) return [`${name}: there is no node type ${type}`];
	return typeVersion === newest ? [] : [`${name}: version ${typeVersion}, the newest is ${newest}`];
}

/** Mistakes in the parameters of a node: required ones without a value, and those that n8n would drop. */
function parameterIssues(node: INode): string[] {
	const description = descriptionOf(node.type, node.typeVersion);
	if (!description) return [];
	const parameters = shownParameters(node);
	const missing = NodeHelpers.getNodeParametersIssues(
		description.properties,
		{ ...node, disabled: false, parameters },
		description,
	);
	return [
		...Object.values(missing?.parameters ?? {}).flat(),
		...dropped(node.parameters, parameters).map(
			(key) => `${key} is no parameter of this operation`,
		),
	].map((issue) => `${node.name}: ${issue}`);
}

/** Paths of values that are not in what n8n keeps of them. */
function dropped(given: unknown, kept: unknown, at = ''): string[] {
	if (typeof given !== 'object' || given === null) return given === kept ? [] : [at];
	if (typeof kept !== 'object' || kept === null) return [at];
	return Object.entries(given).flatMap(([key, value]) =>
		dropped(value, (kept as Record<string, unknown>)[key], at ? `${at}.${key}` : key),
	);
}

/** Connections to or from nodes that the workflow does not have, and names in expressions that no node has. */
function referenceIssues({ nodes, connections }: WorkflowFile): string[] {
	const named = [
		...Object.keys(connections),
		...Object.values(connections).flatMap((outputs) =>
			Object.values(outputs).flatMap((slots) =>
				slots.flatMap((slot) => (slot ?? []).map(({ node }) => node)),
			),
		),
		...[...JSON.stringify(nodes).matchAll(/\$\((?:\\?"|')(.+?)(?:\\?"|')\)/g)].map(([, name]) =>
			name.replace(/\\+'/g, "'"),
		),
	];
	return [...new Set(named)]
		.filter((name) => nodes.every((node) => node.name !== name))
		.map((name) => `there is no node "${name}"`);
}

/** Everything that is wrong with a workflow, by n8n's validation and by what n8n's editor checks. */
export function issuesOf(file: WorkflowFile, nodeDefinitionDirs: string[]): string[] {
	return [
		...validationIssues(file, nodeDefinitionDirs),
		...file.nodes.flatMap(versionIssues),
		...file.nodes.flatMap(parameterIssues),
		...referenceIssues(file),
	];
}
