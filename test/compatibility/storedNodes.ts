import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	type INodeType,
	type NodeParameterValueType,
} from 'n8n-workflow';

import { flat, withField } from '../../dev/contract/offered';
import { typeName } from '../../dev/engine/types';
import { byName } from '../../nodes/shared/form/properties';

/** A node as n8n saves it: parameters that are as they were preset are left out. */
export function storedNode(type: INodeType, parameters: INodeParameters): INode {
	const { description } = type;
	const { properties, version } = description;
	const node: INode = {
		id: 'node',
		name: 'Svc',
		type: typeName(type),
		typeVersion: [version].flat().at(-1)!,
		position: [0, 0],
		parameters,
	};
	const stored = NodeHelpers.getNodeParameters(
		properties,
		parameters,
		false,
		false,
		node,
		description,
	);
	return {
		...node,
		parameters: stored ?? {},
		credentials: { svcApi: { id: 'svc', name: 'Svc account' } },
	};
}

type Described = Pick<INodeType, 'description'>;

/** Parameters of a saved node as n8n opens them: those that are as they were preset are there again. */
export function openedParameters({ description }: Described, node: INode): INodeParameters {
	const { properties } = description;
	const { parameters } = node;
	return NodeHelpers.getNodeParameters(properties, parameters, true, false, node, description)!;
}

/** Parameters that n8n's editor would mark. */
export function issuesOf({ description }: Described, node: INode): object | undefined {
	const { properties } = description;
	const opened = { ...node, parameters: openedParameters({ description }, node) };
	return NodeHelpers.getNodeParametersIssues(properties, opened, description)?.parameters;
}

/** A trigger with every field of an event filled in. */
export function filledTrigger(type: INodeType, event: string): INode {
	const fields = type.description.properties.flatMap(flat);
	const all = fields.reduce<INodeParameters>(
		(parameters, field) => withField(parameters, field, exampleOf(field.property)),
		{},
	);
	return storedNode(type, { ...all, event });
}

/** A value that a user could have entered. */
function exampleOf(property: INodeProperties): NodeParameterValueType {
	const { type, options = [], default: preset } = property;
	switch (type) {
		case 'boolean':
			return !preset;
		case 'number':
			return Number(preset) + 1;
		case 'dateTime':
			return '2026-01-02T03:04:05Z';
		case 'options':
			// The last name: Text of Output As has more fields than the others
			return byName(options as INodePropertyOptions[]).at(-1)!.value;
		case 'multiOptions':
			return (options as INodePropertyOptions[]).map(({ value }) => value) as string[];
		case 'resourceLocator':
			return { __rl: true, mode: 'id', value: 'id_1' } as unknown as NodeParameterValueType;
		case 'fixedCollection': {
			const [{ name, values }] = options as INodePropertyCollection[];
			const entry = Object.fromEntries(values.map((each) => [each.name, exampleOf(each)]));
			const isList = property.typeOptions?.multipleValues === true;
			return { [name]: isList ? [entry] : entry } as NodeParameterValueType;
		}
		default:
			return 'text';
	}
}
