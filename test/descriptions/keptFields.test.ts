import { deepCopy, NodeHelpers, type INode, type INodeParameters } from 'n8n-workflow';
import type { INodePropertyCollection } from 'n8n-workflow';

import { flat, nameOf, OFFERED, type OfferedField } from '../../dev/contract/offered';
import { NODES, typeName } from '../../dev/engine/types';
import { shownWith } from '../robustness/fields';

/**
 * What n8n's editor makes of a field that a user adds to a collection, and what is left of it once something else has
 * changed, or the workflow is saved: a filter that vanishes would select everything, without a word.
 */

/** The value of a field that was added (CollectionParameter.vue, optionSelected). */
function added({ property: { type, typeOptions, default: value } }: OfferedField): unknown {
	if (typeOptions?.multipleValues !== true) return deepCopy(value);
	return type === 'fixedCollection' ? {} : [deepCopy(value)];
}

interface Place {
	title: string;
	node: (typeof NODES)[number];
	parameters: INodeParameters;
	field: OfferedField;
}

const places: Place[] = [
	...OFFERED.flatMap((offered) =>
		offered.fields.map((field) => ({
			title: nameOf(offered),
			node: offered.node,
			parameters: { resource: offered.resource, operation: offered.operation.value as string },
			field,
		})),
	),
	...NODES.filter(({ poll }) => poll).flatMap((node) =>
		node.description.properties.flatMap((property) =>
			((property.displayOptions?.show?.event ?? []) as string[]).flatMap((event) =>
				flat(property).map((field) => ({
					title: `${node.description.name}: ${event}`,
					node,
					parameters: { event },
					field,
				})),
			),
		),
	),
].filter(({ field }) => field.collection !== undefined);

/** The parameters as n8n stores them, without the values that are defaults. */
function stored({ node, field }: Place, parameters: INodeParameters): INodeParameters {
	const { description } = node;
	const of: INode = {
		id: 'svc',
		name: 'Svc',
		type: typeName(node),
		typeVersion: 1,
		position: [0, 0],
		parameters,
	};
	const shown = shownWith(parameters, { ...field.property, displayOptions: asTop(field) });
	return NodeHelpers.getNodeParameters(
		description.properties,
		shown,
		false,
		false,
		of,
		description,
	)!;
}

/** Conditions of a field inside a collection name other fields from the top. */
function asTop({ property: { displayOptions } }: OfferedField) {
	const show = Object.entries(displayOptions?.show ?? {});
	return {
		show: Object.fromEntries(show.map(([name, values]) => [name.replace('/', ''), values])),
	};
}

const titled = (all: Place[]) =>
	all.map((place) => {
		const { collection, property } = place.field;
		return [`${place.title}: ${collection!} > ${property.displayName}`, place] as const;
	});

it('are many', () => {
	expect(places.length).toBeGreaterThan(250);
});

it.each(titled(places))('a field that was added stays: %s', (_title, place) => {
	const { collection, property } = place.field;
	const parameters = {
		...place.parameters,
		[collection!]: { [property.name]: added(place.field) },
	};
	const saved = stored(place, parameters as INodeParameters);
	expect(saved[collection!]).toHaveProperty(property.name);
});

const withRows = places.filter(({ field }) => field.property.type === 'fixedCollection');

it.each(titled(withRows))('begins with a row, and keeps all of them: %s', (_title, place) => {
	const { collection, property } = place.field;
	const [{ name, values }] = property.options as INodePropertyCollection[];
	const first = (added(place.field) as INodeParameters)[name] as INodeParameters;
	expect(Object.keys(first)).toEqual(values.map((inner) => inner.name));
	const [{ name: column }] = values;
	const row = (value: string) => ({ [column]: { __rl: true, mode: 'id', value } });
	const value = { [name]: { ...row('one'), more: { [name]: [row('two'), row('three')] } } };
	const parameters = { ...place.parameters, [collection!]: { [property.name]: value } };
	const saved = stored(place, parameters as INodeParameters);
	expect(JSON.stringify(saved[collection!])).toMatch(/"one".*"two".*"three"/);
});
