import type {
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import { SEND_AND_WAIT_OPERATION } from 'n8n-workflow';

import { NODES } from '../engine/types';
import { leavesOf, OPERATIONS, type ContractOperation, type Leaf } from './operations';

/** An operation as a node offers it. */
export interface OfferedOperation {
	node: INodeType;
	resource: string;
	operation: INodePropertyOptions;
	/**
	 * The properties that n8n shows for the operation, with those inside collections and their places; of a field that has
	 * another form in tools, that of people
	 */
	fields: OfferedField[];
	contract?: ContractOperation;
}

export interface OfferedField {
	property: INodeProperties;
	/** Name of its collection */
	collection?: string;
}

/** All operations of all nodes, without the one that waits for people: its tests are its own. */
export const OFFERED: OfferedOperation[] = NODES.flatMap((node) => {
	const { properties } = node.description;
	return properties
		.filter(({ name }) => name === 'operation')
		.flatMap((selector) => {
			const resource = selector.displayOptions!.show!.resource![0] as string;
			const choices = selector.options as INodePropertyOptions[];
			const answering = choices.filter(({ value }) => value !== SEND_AND_WAIT_OPERATION);
			return answering.map((operation) => ({
				node,
				resource,
				operation,
				fields: properties
					.filter(({ displayOptions }) => isFor(displayOptions, resource, operation.value))
					.filter(isForPeople)
					.flatMap(flat),
				contract: OPERATIONS.find(({ path }) => path === operation.routing?.request?.url),
			}));
		});
});

function isFor(
	options: INodeProperties['displayOptions'],
	resource: string,
	operation: INodePropertyOptions['value'],
): boolean {
	const { show } = options ?? {};
	return (
		show?.resource?.includes(resource) === true && show.operation?.includes(operation) === true
	);
}

/** False for the form of a field in tools, where people have one of their own. */
function isForPeople(
	{ name, displayOptions }: INodeProperties,
	_i: number,
	all: INodeProperties[],
) {
	const isTools = displayOptions?.show?.['@tool'] !== undefined;
	return (
		!isTools || all.every((other) => other.name !== name || other.displayOptions?.show?.['@tool'])
	);
}

/** A property, or those in a collection. */
export function flat(property: INodeProperties): OfferedField[] {
	if (property.type !== 'collection') return [{ property }];
	return (property.options as INodeProperties[]).map((inner) => ({
		property: inner,
		collection: property.name,
	}));
}

/** Name of an operation in tests: `svcRecords: record > getAll`. */
export function nameOf({ node, resource, operation }: OfferedOperation): string {
	return `${node.description.name}: ${resource} > ${String(operation.value)}`;
}

/** Parameters with one field set to another value. */
export function withField(
	parameters: INodeParameters,
	{ property, collection }: OfferedField,
	value: unknown,
): INodeParameters {
	const set = { [property.name]: asEntries(property, value) } as INodeParameters;
	if (!collection) return { ...parameters, ...set };
	return { ...parameters, [collection]: { ...(parameters[collection] as object), ...set } };
}

/** Wraps the value of a field for several objects as its only entry; returns other values unchanged. */
function asEntries(property: INodeProperties, value: unknown): unknown {
	const locator = locatorOf(property);
	if (!locator || typeof value === 'object') return value;
	const row = { [locator.name]: { __rl: true, mode: 'id', value } };
	return { values: property.typeOptions?.multipleValues ? [row] : row };
}

/** The locator of each entry of a field for several objects. */
export function locatorOf({ type, options }: INodeProperties): INodeProperties | undefined {
	if (type !== 'fixedCollection') return undefined;
	const [locator] = (options as INodePropertyCollection[])[0].values;
	return locator.type === 'resourceLocator' ? locator : undefined;
}

/** Each parameter with the request field of the contract that it sets. */
export function linked({
	fields,
	contract,
}: OfferedOperation): Array<{ field: OfferedField; leaf: Leaf }> {
	const leaves = leavesOf(contract!.request);
	return fields.flatMap((field) => {
		const property = field.property.routing?.send?.property;
		const leaf = leaves.find(({ path }) =>
			[property, `items.[].${property}`, `${property}s`].includes(path.join('.')),
		);
		if (!property || !leaf) return [];
		return [{ field, leaf: leaf.path[0] === `${property}s` ? elementOf(leaf) : leaf }];
	});
}

/** For a field that sets one element of a list. */
function elementOf({ path, schema }: Leaf): Leaf {
	return { path, schema: (schema as { items: Leaf['schema'] }).items };
}
