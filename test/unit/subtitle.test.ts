import {
	Workflow,
	type INode,
	type INodeParameters,
	type INodePropertyOptions,
	type INodeType,
} from 'n8n-workflow';

import { NODE_CLASSES, nodeTypes, TRIGGER_CLASSES, typeName } from '../../dev/engine/types';

/** The subtitle of a node on the canvas, as evaluated by n8n's editor. */
function subtitleOf(nodeType: INodeType, parameters: INodeParameters): unknown {
	const type = typeName(nodeType);
	const node: INode = { id: '1', name: 'Node', type, typeVersion: 1, parameters, position: [0, 0] };
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const { subtitle } = nodeType.description;
	return workflow.expression.getSimpleParameterValue(node, subtitle, 'internal', {});
}

/** A choice in a node: its parameters, and its name in n8n's editor. */
function choicesOf({ description: { properties } }: INodeType): Array<[INodeParameters, string]> {
	return properties
		.filter(({ name }) => name === 'operation' || name === 'event')
		.flatMap(({ name, displayOptions, options = [] }) => {
			const resource = displayOptions?.show?.resource?.[0] as string;
			return (options as INodePropertyOptions[]).map((each): [INodeParameters, string] => [
				{ resource, [name]: each.value },
				each.action ?? each.name,
			]);
		});
}

const nodes = [...NODE_CLASSES, ...TRIGGER_CLASSES].map((Node) => new Node());

test.each(nodes.map((node) => [node.description.displayName, node] as const))(
	'%s says on the canvas what it does',
	(_, node) => {
		const choices = choicesOf(node);
		expect(choices).not.toEqual([]);
		const subtitles = choices.map(([parameters]) => subtitleOf(node, parameters));
		expect(subtitles).toEqual(choices.map(([, words]) => words));
	},
);
