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
		const actions = subtitles.map((each) => String(each).split(' · ')[0]);
		expect(actions).toEqual(choices.map(([, words]) => words));
	},
);

const calls = { resource: 'call', operation: 'getAll' };

it.each<[string, INodeParameters, string]>([
	['svcCalls', { ...calls }, 'Get many calls · last 30 days'],
	['svcCalls', { ...calls, period: 'last7Days' }, 'Get many calls · last 7 days'],
	['svcCalls', { ...calls, period: 'anyTime' }, 'Get many calls · any time'],
	['svcCalls', { ...calls, period: 'custom' }, 'Get many calls'],
	['svcCalls', { ...calls, period: '={{ $json.period }}' }, 'Get many calls'],
	['svcCalls', { ...calls, period: 'today', outputAs: 'text' }, 'Get many calls · today · text'],
	['svcCalls', { ...calls, period: 'custom', outputAs: 'csv' }, 'Get many calls · CSV'],
	['svcCalls', { resource: 'call', operation: 'get' }, 'Get call'],
	['svcCallsTrigger', { event: 'newCall', outputAs: 'text' }, 'New call · text'],
])('says what is chosen in %s with %j', (name, parameters, subtitle) => {
	const node = nodes.find(({ description }) => description.name === name)!;
	expect(subtitleOf(node, parameters)).toBe(subtitle);
});
