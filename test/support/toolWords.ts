import { NodeHelpers, nodeNameToToolName, type INode, type INodeParameters } from 'n8n-workflow';

import { TOOLS } from '../../dev/engine/types';

function typeOf(nodeName: string) {
	return TOOLS.find(({ description }) => description.name === `${nodeName}Tool`)!;
}

/** The name that n8n gives to the node of an operation that somebody adds as a tool. */
export function toolNodeName(nodeName: string, resource: string, operation: string): string {
	return NodeHelpers.makeNodeName({ resource, operation }, typeOf(nodeName).description);
}

/** The name under which a model knows an operation, unless the user renames its node. */
export function toolName(nodeName: string, resource: string, operation: string): string {
	return nodeNameToToolName(toolNodeName(nodeName, resource, operation));
}

/** The text that n8n gives a model of an operation that somebody has just chosen in a tool node. */
export function toolDescription(
	nodeName: string,
	resource: string,
	operation: string,
	given: INodeParameters = {},
): string {
	const tool = typeOf(nodeName);
	const node: INode = {
		id: 'tool',
		name: 'Tool',
		type: `n8n-nodes-svc.${nodeName}Tool`,
		typeVersion: 1,
		position: [0, 0],
		parameters: { resource, operation, ...given },
	};
	const { properties } = tool.description;
	const parameters = NodeHelpers.getNodeParameters(
		properties,
		node.parameters,
		true,
		false,
		node,
		tool.description,
	) as INodeParameters;
	return NodeHelpers.getToolDescriptionForNode({ ...node, parameters }, tool);
}

/** The properties of that text which n8n shows for these parameters: more than one would be a form with two of them. */
export function shownDescriptions(
	nodeName: string,
	resource: string,
	operation: string,
	given: INodeParameters,
): string[] {
	const { description } = typeOf(nodeName);
	const type = `n8n-nodes-svc.${nodeName}Tool`;
	const node = { id: 'tool', name: 'Tool', type, typeVersion: 1, position: [0, 0] };
	const parameters = { resource, operation, ...given };
	return description.properties
		.filter(({ name }) => name === 'toolDescription')
		.filter((property) =>
			NodeHelpers.displayParameter(parameters, property, node as INode, description),
		)
		.map((property) => property.default as string);
}
