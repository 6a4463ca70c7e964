import type { INodeProperties, INodeType } from 'n8n-workflow';

import { withBounds } from '../form/bounds';
import { withIgnoreEmptyFilters, withOption } from '../form/collections';
import type { Field } from '../form/field';
import { mergeProperties, shownFor, subtitle } from '../form/properties';
import { withListOutput, withTextOutput } from '../form/files';
import { hasProse } from '../rows/text';
import { validateOnly } from '../form/writes';
import type { Callers } from './caller';
import { customOperation } from './execute';
import { compile, type CompiledOperation, type Operation, type Resource } from './operation';
import { refusedOperation, routedOperation } from './routed';

/** Properties and subtitle of a node, and the functions that n8n calls for its operations. */
export interface Declaration {
	properties: INodeProperties[];
	subtitle: string;
	customOperations: NonNullable<INodeType['customOperations']>;
}

/** The declaration of a node with these resources; a new node begins with the first of them. */
export function declare(list: Resource[], callers: Callers): Declaration {
	const resources = list.map((resource) => withOptions(resource, callers));
	const customOperations = byValue(resources, ({ operations }) =>
		byValue(operations, (each) => customOperation(each, callers)),
	);
	const actions = resources.flatMap(({ value, operations }) =>
		operations.map((each): [string[], string] => [[value, each.value], each.action]),
	);
	return {
		properties: propertiesOf(resources, callers),
		subtitle: subtitle(['resource', 'operation'], actions),
		customOperations,
	};
}

/**
 * An object by values, without a prototype: n8n would take `constructor` for one of its operations (n8n 2.41,
 * n8n-core/execution-engine/workflow-execute.ts).
 */
function byValue<Each extends { value: string }, Made>(
	list: Each[],
	make: (each: Each) => Made,
): Record<string, Made> {
	const made = Object.create(null) as Record<string, Made>;
	for (const each of list) made[each.value] = make(each);
	return made;
}

/** The resource with compiled operations, to which the fields that all of their kind have are added. */
export function withOptions(
	resource: Resource,
	callers: Pick<Callers, 'fieldsOf'>,
): Resource<CompiledOperation> {
	const operations = resource.operations.map((operation) => {
		const bounded = withBounds(operation.routing.request.url, withOwnOption(operation));
		const fields = withOutputAs(operation, bounded);
		return compile({ ...operation, fields: callers.fieldsOf({ ...operation, fields }) });
	});
	return { ...resource, operations };
}

/** The fields of an operation, with the forms of output that it offers. */
function withOutputAs({ endpoint, output }: Operation, fields: Field[]): Field[] {
	if (endpoint.givesRows) return withListOutput(fields, output!, endpoint.givesTalkTime);
	return endpoint.givesObject && hasProse(output) ? withTextOutput(fields, output!) : fields;
}

/** The fields of an operation, with the option Validate Only if it is a write, or Ignore Empty Filters if it selects. */
function withOwnOption({ fields, endpoint }: Operation): Field[] {
	return endpoint.preview ? withOption(fields, validateOnly) : withIgnoreEmptyFilters(fields);
}

/** Properties of a node: Resource, an Operation selector for each resource, and the fields of the operations. */
function propertiesOf(
	list: Array<Resource<CompiledOperation>>,
	callers: Callers,
): INodeProperties[] {
	const first = list[0].value;
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			// In the order of use, in which n8n's panel lists the actions (n8n 2.41, useActionsGeneration.ts)
			options: list.map(({ name, value, description }) => ({ name, value, description })),
			default: first,
			description: 'Kind of object to work with',
			// n8n uses this pagination only if it finds no operation for the stored values
			routing: {
				send: { paginate: true },
				operations: { pagination: refusedOperation(list, callers) },
			},
		},
		...list.map((resource) => operationSelector(resource, callers)),
		...fieldsOf(list, callers),
	];
}

function operationSelector(
	resource: Resource<CompiledOperation>,
	callers: Callers,
): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.value] } },
		description: 'Action to run',
		options: resource.operations.map((operation) => ({
			displayOptions: callers.offeredTo(operation),
			name: operation.name,
			value: operation.value,
			action: operation.action,
			description: operation.description,
			routing: {
				...operation.routing,
				send: { paginate: true },
				operations: { pagination: routedOperation(operation, callers) },
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

/** An operation by the values of Resource and Operation. */
interface OperationChoice {
	resource: string;
	operation: string;
}

/**
 * Fields of all operations. A field that several operations share becomes one property where it can, since n8n's routing
 * goes through all properties of a node for every item, including hidden ones (n8n 2.41,
 * n8n-core/execution-engine/routing-node.ts).
 */
function fieldsOf(list: Array<Resource<CompiledOperation>>, callers: Callers): INodeProperties[] {
	const operations = list.flatMap(({ operations: all }) => all);
	const places = list.flatMap(({ value: resource, operations: all }) =>
		all.map(({ value: operation }): OperationChoice => ({ resource, operation })),
	);
	return mergeProperties(operations.map((operation) => callers.propertiesOf(operation))).flatMap(
		({ entry, lists }) =>
			conditionsOf(
				lists.map((i) => places[i]),
				places,
			).map((show) => shownFor(show, entry)),
	);
}

/** The fewest conditions that hold for these places of all: n8n shows a property for each pair of the values that it names. */
function conditionsOf(
	shown: OperationChoice[],
	all: OperationChoice[],
): Array<Record<keyof OperationChoice, string[]>> {
	return shown.reduce<Array<Record<keyof OperationChoice, string[]>>>((conditions, place) => {
		for (const condition of conditions) {
			// The operation first: most properties are hidden because of it
			const wider = {
				operation: union(condition.operation, place.operation),
				resource: union(condition.resource, place.resource),
			};
			const isRight = all
				.filter(
					({ resource, operation }) =>
						wider.resource.includes(resource) && wider.operation.includes(operation),
				)
				.every((each) => shown.includes(each));
			if (isRight) return conditions.map((other) => (other === condition ? wider : other));
		}
		return [...conditions, { operation: [place.operation], resource: [place.resource] }];
	}, []);
}

function union(values: string[], value: string): string[] {
	return values.includes(value) ? values : [...values, value];
}
