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

import {
	flat,
	withField,
	type OfferedField,
	type OfferedOperation,
} from '../../dev/contract/offered';
import { parametersOf } from '../../dev/contract/samples';
import { typeName } from '../../dev/engine/types';
import { byName } from '../../nodes/shared/fields/properties';

/** A node as n8n saves it: parameters that are as they were preset are left out. */
export function storedNode(type: INodeType, name: string, parameters: INodeParameters): INode {
	const { description } = type;
	const { properties, version } = description;
	const typeVersion = [version].flat().at(-1)!;
	const node: INode = {
		id: name,
		name,
		type: typeName(type),
		typeVersion,
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

/** Nodes for an operation: all its fields, only what it needs, and each value that can be chosen. */
export function nodesOfOperation(offered: OfferedOperation): INode[] {
	const { node, resource, operation, fields } = offered;
	const base: INodeParameters = { resource, operation: operation.value as string };
	const samples = parametersOf(offered);
	const needed = Object.fromEntries(
		Object.entries(samples[0]).filter(([name]) =>
			fields.some(({ property }) => property.name === name && property.required),
		),
	);
	const nodes = new Nodes(node, `${resource} ${operation.value}`);
	nodes.add('needed', { ...base, ...needed });
	samples.forEach((sample, i) => nodes.add(`all ${i + 1}`, { ...base, ...sample }));
	for (const field of fields) {
		const { property, collection } = field;
		const sampled = samples.some(
			(sample) => property.name in Object(collection ? sample[collection] : sample),
		);
		const choices = choicesOf(field);
		if (choices.length === 0 && !sampled && !isFixed(property)) {
			choices.push([property.name, exampleOf(property)]);
		}
		for (const [label, value] of choices) {
			for (const from of [needed, ...samples]) {
				if (nodes.add(label, withField({ ...base, ...from }, field, value))) break;
			}
		}
	}
	return nodes.all;
}

/** Nodes for an event of a trigger: nothing but the event, everything, and each value that can be chosen. */
export function nodesOfEvent(type: INodeType, event: string): INode[] {
	const fields = type.description.properties.flatMap(flat);
	const nodes = new Nodes(type, event);
	nodes.add('needed', { event });
	const all = fields.reduce<INodeParameters>(
		(parameters, field) => withField(parameters, field, exampleOf(field.property)),
		{},
	);
	nodes.add('all', { ...all, event });
	for (const field of fields.filter(({ property }) => property.name !== 'event')) {
		for (const [label, value] of choicesOf(field)) {
			const added = nodes.add(label, withField({ event }, field, value));
			if (!added) nodes.add(label, withField({ ...all, event }, field, value));
		}
	}
	return nodes.all;
}

/** Nodes of one type, each with parameters that no other has. */
class Nodes {
	readonly all: INode[] = [];

	private readonly known = new Set<string>();

	constructor(
		private readonly type: INodeType,
		private readonly name: string,
	) {}

	/** False where n8n saves the same as of another node, or could not run it. */
	add(label: string, parameters: INodeParameters): boolean {
		const node = storedNode(this.type, `${this.name}, ${label}`, parameters);
		const key = JSON.stringify(node.parameters);
		if (this.known.has(key) || issuesOf(this.type, node)) return false;
		this.known.add(key);
		this.all.push(node);
		return true;
	}
}

/** Values that users can choose in a field, with what to call each. */
function choicesOf({ property, collection }: OfferedField): Array<[string, unknown]> {
	const place = collection ? `${collection}.${property.name}` : property.name;
	const { type, options = [], modes = [], default: preset } = property;
	if (isFixed(property)) return [];
	if (type === 'boolean') return [[`${place} ${String(!preset)}`, !preset]];
	if (type === 'options') {
		return (options as INodePropertyOptions[]).map(({ value }) => [
			`${place} ${String(value)}`,
			value,
		]);
	}
	if (type === 'resourceLocator') {
		return modes.map(({ name }) => [`${place} by ${name}`, located(name, property.name)]);
	}
	if (type === 'fixedCollection') {
		const [{ name, values }] = options as INodePropertyCollection[];
		return choicesOf({ property: values[0] }).map(([label, value]) => [
			`${place} ${label}`,
			{ [name]: [{ [values[0].name]: value }] },
		]);
	}
	return [];
}

/** True of what no user chooses a value of. */
function isFixed({ type, name }: INodeProperties): boolean {
	return type === 'notice' || type === 'hidden' || name === 'resource' || name === 'operation';
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
			return located('id', property.name) as unknown as NodeParameterValueType;
		case 'fixedCollection': {
			const [{ name, values }] = options as INodePropertyCollection[];
			const entry = Object.fromEntries(values.map((each) => [each.name, exampleOf(each)]));
			return { [name]: [entry] } as NodeParameterValueType;
		}
		default:
			return 'text';
	}
}

/** A thing as the editor stores it, in one of the modes of a locator. */
function located(mode: string, name: string): object {
	const chosen = { __rl: true, mode, value: `${name}_1` };
	return mode === 'list' ? { ...chosen, cachedResultName: 'Chosen' } : chosen;
}
