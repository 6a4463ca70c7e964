import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Limits } from './fields/limits';
import type { Rule } from './fields/rules';
import type { FailureError } from './request/failure';
import { interwoven } from './interwoven';
import { executor } from './routing/execute';
import type { Shape } from './routing/shape';

/** A parameter as n8n shows it, plus the contract's limits that n8n has no word for. */
export interface Field extends Omit<INodeProperties, 'options'> {
	/** Checked before a request is sent; not part of what n8n sees */
	limits?: Limits;
	options?: Array<INodePropertyOptions | Field>;
}

/** One operation of a node: one operation of the contract and how a user fills it. */
export interface Operation {
	/** Title Case, without the resource */
	name: string;
	/** n8n's word for it, such as `getAll` */
	value: string;
	/** Sentence case, with the object */
	action: string;
	description: string;
	/** Contract path and request shape */
	shape: Shape;
	/** In the order in which the user sees them */
	fields: Field[];
	/** What the contract says about several fields together */
	rules?: Rule[];
	/** Makes the body whole with what the user need not say; `zone` is the workflow's time zone */
	finish?: (body: IDataObject, zone: string) => IDataObject | FailureError;
}

/** A resource of a node with its operations in UI order. */
export interface Resource {
	name: string;
	value: string;
	operations: Operation[];
}

/** The properties of a node: Resource, an Operation selector each, and the operations' fields. */
export function resources(list: Resource[]): INodeProperties[] {
	const first = list[0].value;
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: list.map(({ name, value }) => ({ name, value })),
			default: first,
		},
		...list.map(operationSelector),
		...interwoven(list.map(propertiesOf)).map(({ entry, lists }) =>
			shownFor(
				lists.map((i) => list[i].value),
				entry,
			),
		),
	];
}

function operationSelector(resource: Resource): INodeProperties {
	const first = resource.operations[0].value;
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
				request: { method: 'POST', url: operation.shape.path },
				send: { paginate: true },
				operations: { pagination: executor(operation) },
			},
		})),
		default: first,
	};
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
function propertiesOf({ operations }: Resource): Property[] {
	const fields = operations.map((operation) => operation.fields.map(asProperty));
	return interwoven(fields).map(({ entry, lists }) => ({
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

/** A field as n8n knows it. */
export function asProperty({ limits: _limits, ...field }: Field): INodeProperties {
	if (!field.options) return field as INodeProperties;
	return {
		...field,
		options: field.options.map((option) => {
			if ('values' in option)
				return { ...option, values: (option.values as Field[]).map(asProperty) };
			return 'type' in option ? asProperty(option) : option;
		}) as INodeProperties['options'],
	};
}
