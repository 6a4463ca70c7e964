import type { INodeProperties, INodeType } from 'n8n-workflow';

import { asProperty } from '../fields/field';
import { withIgnoreEmptyFilters } from '../fields/ignoreEmptyFilters';
import { mergeProperties } from '../fields/mergeProperties';
import { subtitle } from '../fields/subtitle';
import { customOperation, refuseExpression, routedOperation } from './execute';
import type { Resource } from './operation';

/** Declaration of a node: what users see of its operations, and the function that n8n calls for each. */
export interface Declaration {
	properties: INodeProperties[];
	subtitle: string;
	customOperations: NonNullable<INodeType['customOperations']>;
}

/** The declaration of a node with these resources. */
export function declare(list: Resource[]): Declaration {
	const resources = list.map(withOptions);
	const customOperations = Object.fromEntries(
		resources.map(({ value, operations }) => [
			value,
			Object.fromEntries(operations.map((each) => [each.value, customOperation(each)])),
		]),
	);
	const actions = resources.flatMap(({ value, operations }) =>
		operations.map((each): [string[], string] => [[value, each.value], each.action]),
	);
	return {
		properties: propertiesOf(resources),
		subtitle: subtitle(['resource', 'operation'], actions),
		customOperations,
	};
}

/** The resource with the options that its operations have by rule. */
export function withOptions(resource: Resource): Resource {
	const operations = resource.operations.map((operation) => ({
		...operation,
		fields: withIgnoreEmptyFilters(operation.fields),
	}));
	return { ...resource, operations };
}

/** The properties of a node: Resource, an Operation selector each, and the operations' fields. */
function propertiesOf(list: Resource[]): INodeProperties[] {
	const first = list[0].value;
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: list.map(({ name, value }) => ({ name, value })),
			default: first,
			// For an operation that n8n does not find; the operations' own go before it
			routing: { send: { paginate: true }, operations: { pagination: refuseExpression } },
		},
		...list.map(operationSelector),
		...mergeProperties(list.map(fieldsOf)).map(({ entry, lists }) =>
			shownFor(
				lists.map((i) => list[i].value),
				entry,
			),
		),
	];
}

function operationSelector(resource: Resource): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.value] } },
		options: resource.operations.map((operation) => ({
			name: operation.name,
			value: operation.value,
			action: operation.action,
			description: operation.description,
			routing: {
				...operation.routing,
				// Tools of agents before version 3 and of the MCP Server Trigger come this way
				send: { paginate: true },
				operations: { pagination: routedOperation(operation) },
			},
		})),
		default: initialOf(resource),
	};
}

/** Reading operations that a resource may begin with, the most likely one first. */
const INITIAL = ['getAll', 'search', 'find', 'get'];

/** The operation that is chosen at first: one that changes nothing, wherever the resource has one. */
function initialOf({ operations }: Resource): string {
	const values = operations.map(({ value }) => value);
	const known = INITIAL.find((value) => values.includes(value));
	return known ?? values.find((value) => value.startsWith('get')) ?? values[0];
}

/** A property of some operations of a resource. */
interface Property {
	property: INodeProperties;
	/** Their values */
	operations: string[];
}

/**
 * The fields of a resource's operations. What several operations have in common is one property:
 * n8n goes through all properties of a node for every item, those that are not shown included.
 */
function fieldsOf({ operations }: Resource): Property[] {
	const fields = operations.map((operation) => operation.fields.map(asProperty));
	return mergeProperties(fields).map(({ entry, lists }) => ({
		property: entry,
		operations: lists.map((i) => operations[i].value),
	}));
}

function shownFor(resourceValues: string[], { property, operations }: Property): INodeProperties {
	const { displayOptions } = property;
	return {
		...property,
		displayOptions: {
			...displayOptions,
			// The operation first, because it is what most properties are hidden by
			show: { operation: operations, resource: resourceValues, ...displayOptions?.show },
		},
	};
}
