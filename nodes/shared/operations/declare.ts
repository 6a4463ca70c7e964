import type { INodeProperties, INodeType } from 'n8n-workflow';

import { withOption } from '../fields/collections';
import { asProperty, type Field } from '../fields/field';
import { withIgnoreEmptyFilters } from '../fields/ignoreEmptyFilters';
import { byName } from '../fields/byName';
import { withListOutput } from '../fields/listOutput';
import { withToolFields } from '../fields/toolFields';
import { mergeProperties } from '../fields/mergeProperties';
import { subtitle } from '../fields/subtitle';
import { validateOnly } from '../fields/validateOnly';
import { customOperation, refuseExpression, routedOperation } from './execute';
import { compiled, type CompiledOperation, type Operation, type Resource } from './operation';

/** Properties and subtitle of a node, and the functions that n8n calls for its operations. */
export interface Declaration {
	properties: INodeProperties[];
	subtitle: string;
	customOperations: NonNullable<INodeType['customOperations']>;
}

/** The declaration of a node with these resources; a new node begins with the first of them. */
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

/** The resource with compiled operations, to which the fields that all of their kind have are added. */
export function withOptions(resource: Resource): Resource<CompiledOperation> {
	const operations = resource.operations.map((operation) => {
		const checked = withIgnoreEmptyFilters(withValidateOnly(operation));
		const fields = operation.endpoint.givesRows ? withListOutput(checked) : checked;
		return compiled({ ...operation, fields: withToolFields(fields) });
	});
	return { ...resource, operations };
}

/** The fields of an operation, with the option Validate Only if it is a write. */
function withValidateOnly({ fields, endpoint }: Operation): Field[] {
	return endpoint.preview ? withOption(fields, validateOnly) : fields;
}

/** Properties of a node: Resource, an Operation selector for each resource, and the fields of the operations. */
function propertiesOf(list: Array<Resource<CompiledOperation>>): INodeProperties[] {
	const first = list[0].value;
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: byName(list.map(({ name, value, description }) => ({ name, value, description }))),
			default: first,
			description: 'Kind of object to work with',
			// n8n uses this pagination only if it finds no operation for the stored values
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

function operationSelector(resource: Resource<CompiledOperation>): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.value] } },
		description: 'Action to run',
		options: resource.operations.map((operation) => ({
			name: operation.name,
			value: operation.value,
			action: operation.action,
			description: operation.description,
			routing: {
				...operation.routing,
				// Agents before version 3 and the MCP Server Trigger call operations through n8n's routing
				send: { paginate: true },
				operations: { pagination: routedOperation(operation) },
			},
		})),
		default: initialOf(resource),
	};
}

/** Values of read operations that can be the default, best first. */
const INITIAL = ['getAll', 'search', 'find', 'get'];

/** Value of the default operation: a read, if the resource has one. */
function initialOf({ operations }: Resource): string {
	const values = operations.map(({ value }) => value);
	const known = INITIAL.find((value) => values.includes(value));
	return known ?? values.find((value) => value.startsWith('get')) ?? values[0];
}

/** A property with the operations of a resource that show it. */
interface Property {
	property: INodeProperties;
	/** Values of the operations */
	operations: string[];
}

/**
 * Fields of a resource's operations. A field that several operations share becomes one property, since n8n's routing
 * goes through all properties of a node for every item, including hidden ones.
 */
function fieldsOf({ operations }: Resource): Property[] {
	const fields = operations.map((operation) => [
		toolDescription(operation),
		...operation.fields.map(asProperty),
	]);
	return mergeProperties(fields).map(({ entry, lists }) => ({
		property: entry,
		operations: lists.map((i) => operations[i].value),
	}));
}

/**
 * The description that a model gets of the operation as a tool. n8n would add a field of this name itself, with a text
 * that says no more than the operation's name; where a node has one, n8n leaves it alone.
 */
function toolDescription({ tool }: Operation): INodeProperties {
	const { does, returns, use, effect } = tool;
	return {
		displayName: 'Tool Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 5 },
		default: [does, returns, use, effect].filter(Boolean).join(' '),
		description:
			'What the model is told about this tool. Add what it has to know of your case, such as which topic to file notes in.',
		displayOptions: { show: { '@tool': [true] } },
	};
}

function shownFor(resourceValues: string[], { property, operations }: Property): INodeProperties {
	const { displayOptions } = property;
	return {
		...property,
		displayOptions: {
			...displayOptions,
			// The operation first: most properties are hidden because of it
			show: { operation: operations, resource: resourceValues, ...displayOptions?.show },
		},
	};
}
