import type { INode, INodeParameters, INodeProperties, INodeType } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { DECLARED, titleOf, type Declared } from '../../dev/engine/operations';
import { nodeNamed } from '../../dev/engine/types';

/** The forms of operations as n8n's editor shows them, by n8n's own reading of parameters and conditions. */

/** A node with these parameters: those that n8n keeps, and the properties that it shows. */
function formOf({ area, resource, operation }: Declared, given: INodeParameters = {}, kind = '') {
	const { description }: INodeType = nodeNamed(`svc${area}${kind}`);
	const { properties } = description;
	const node = { typeVersion: 1, type: description.name } as INode;
	const chosen = { resource: resource.value, operation: operation.value, ...given };
	const kept = NodeHelpers.getNodeParameters(properties, chosen, true, false, node, description)!;
	const isShown = (property: INodeProperties) =>
		NodeHelpers.displayParameter(kept, property, node, description);
	const isShownIn = (collection: string) => (property: INodeProperties) =>
		NodeHelpers.displayParameterPath(kept, property, collection, node, description);
	const shown = properties.filter(
		(property) =>
			isShown(property) && !['resource', 'operation', 'requestOptions'].includes(property.name),
	);
	return { kept, shown, isShownIn, names: shown.map(({ name }) => name) };
}

const titled = (all: Declared[]) => all.map((declared) => [titleOf(declared), declared] as const);
const namesOf = ({ operation }: Declared) => operation.fields.map(({ name }) => name);
const lists = DECLARED.filter((declared) => namesOf(declared).includes('limit'));
const bounded = DECLARED.filter((declared) =>
	['period', 'due'].some((name) => namesOf(declared).includes(name)),
);

it('are those of all lists, and of all with a period', () => {
	expect(lists.length).toBeGreaterThanOrEqual(28);
	expect(bounded.length).toBeGreaterThanOrEqual(11);
});

it.each(titled(lists))('%s: has at most six fields before its filters', (_title, declared) => {
	const { names } = formOf(declared);
	const end = names.findIndex((name) => ['filters', 'outputAs', 'options'].includes(name));
	expect(names.slice(0, end === -1 ? undefined : end).length).toBeLessThanOrEqual(6);
});

it.each(titled(DECLARED))('%s: shows no box to which nothing can be added', (_title, declared) => {
	const { shown, isShownIn } = formOf(declared);
	const boxes = shown.filter(({ type }) => type === 'collection');
	const empty = boxes.filter(
		({ name, options }) => !(options as INodeProperties[]).some(isShownIn(name)),
	);
	expect(empty.map(({ name }) => name)).toEqual([]);
});

describe.each(titled(bounded))('%s', (_title, declared) => {
	const choice = namesOf(declared).includes('due') ? 'due' : 'period';
	const bounds = declared.operation.fields
		.filter(({ displayOptions }) => displayOptions?.show?.[choice])
		.map(({ name }) => name);
	const expression = `={{ 'custom' }}`;
	const given = Object.fromEntries(bounds.map((name) => [name, '2026-01-31']));

	it('shows a start and an end for Custom alone, and for an expression', () => {
		expect(bounds).toHaveLength(2);
		const shows = (parameters: INodeParameters) =>
			bounds.filter((name) => formOf(declared, parameters).names.includes(name));
		expect(shows({})).toEqual([]);
		expect(shows({ [choice]: 'today' })).toEqual([]);
		expect(shows({ [choice]: 'custom' })).toEqual(bounds);
		expect(shows({ [choice]: expression })).toEqual(bounds);
	});

	it.each(['custom', expression])('keeps their values for %s', (value) => {
		expect(formOf(declared, { ...given, [choice]: value }).kept).toMatchObject(given);
	});

	it('leaves the period, the start and the end to a model from the start', () => {
		if (!declared.operation.tool) return;
		const { kept } = formOf(declared, {}, 'Tool');
		for (const name of [choice, ...bounds])
			expect({ name, value: kept[name] }).toEqual({
				name,
				value: expect.stringContaining('$fromAI(') as string,
			});
	});
});
