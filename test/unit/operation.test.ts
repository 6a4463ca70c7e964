import type { INodeProperties, INodePropertyMode, INodePropertyOptions } from 'n8n-workflow';

import { DECLARED, titleOf, type Declared } from '../../dev/engine/operations';
import { NODES } from '../../dev/engine/types';

/** The properties that n8n shows for an operation, top to bottom, without the forms that fields have in tools. */
function shownFor({ area, resource, operation }: Declared): INodeProperties[] {
	// Fields that no form of a person has
	const alone = operation.fields
		.filter(({ displayOptions }) => displayOptions?.show?.['@tool'])
		.map(({ name }) => name);
	const node = NODES.find(({ description }) => description.name === `svc${area}`)!;
	return node.description.properties.filter(({ name, displayOptions }) => {
		const { show } = displayOptions ?? {};
		const isShown =
			show?.operation?.includes(operation.value) && show.resource?.includes(resource.value);
		return isShown && (!show?.['@tool'] || ['toolDescription', ...alone].includes(name));
	});
}

it.each(DECLARED.map((declared) => [titleOf(declared), declared] as const))(
	'%s shows its own fields in their order, even if others share them',
	(_title, declared) => {
		// A tool has a description for each value of a choice
		const all = shownFor(declared).filter(
			({ name }, i, list) => name !== 'toolDescription' || list[i - 1]?.name !== name,
		);
		const shown = all.map(({ displayName, name }) => [displayName, name]);
		const { fields } = declared.operation;
		const own = fields.map(({ displayName, name }) => [displayName, name]);
		const words = declared.operation.tool ? [['Tool Description', 'toolDescription']] : [];
		expect(shown).toEqual([...words, ...own]);
	},
);

it('has one property for a field that several operations share', () => {
	const node = NODES.find(({ description }) => description.name === 'svcRecords')!;
	const records = node.description.properties.filter(
		({ name, displayOptions }) => name === 'record' && !displayOptions?.show?.['@tool'],
	);
	expect(records.map(({ displayOptions }) => displayOptions?.show?.operation)).toEqual([
		['appendText', 'update', 'move', 'get', 'delete'],
	]);
});

/** The list searches of the locators of these properties, including those inside collections. */
function searchesOf(properties: INodeProperties[]): string[] {
	return properties.flatMap(({ modes = [], options = [] }) => [
		...modes.flatMap(({ typeOptions }: INodePropertyMode) => typeOptions?.searchListMethod ?? []),
		...searchesOf(options.filter((option): option is INodeProperties => 'type' in option)),
		...options.flatMap((option) => ('values' in option ? searchesOf(option.values) : [])),
	]);
}

it.each(NODES.map((node) => [node.description.name, node] as const))(
	'%s has a search for every list that it shows, and no other',
	(_name, { description, methods }) => {
		const named = [...new Set(searchesOf(description.properties))].sort();
		expect(Object.keys(methods?.listSearch ?? {}).sort()).toEqual(named);
	},
);

it('has a default operation that changes nothing, Get Many if there is one', () => {
	const begins = NODES.flatMap(({ description: { name, properties } }) =>
		properties
			.filter((property) => property.name === 'operation')
			.map(({ default: initial, displayOptions, options }) => {
				const values = (options as INodePropertyOptions[]).map(({ value }) => value);
				return { name: `${name}: ${displayOptions!.show!.resource![0]}`, initial, values };
			}),
	);
	expect(begins.length).toBeGreaterThan(20);
	for (const { name, initial, values } of begins) {
		if (values.includes('getAll')) expect({ name, initial }).toEqual({ name, initial: 'getAll' });
	}
	const writes = begins.filter(({ initial }) => !/^(get|find|search)/.test(String(initial)));
	// The service has no operation to read the messages of a bot
	expect(writes.map(({ name }) => name)).toEqual(['svcBots: message']);
});

describe('n8n’s panel lists first what people use most:', () => {
	const optionsOf = (node: string, field: string) =>
		NODES.find(({ description }) => description.name === node)!
			.description.properties.filter(({ name }) => name === field)
			.flatMap(({ options }) => options as INodePropertyOptions[]);

	it.each([
		['svcChat', 'operation', 'Send message'],
		['svcRecords', 'operation', 'Create record (note)'],
		['svcArrangements', 'operation', 'Create task'],
		['svcCalls', 'operation', 'Get many calls'],
		['svcArrangementsTrigger', 'event', 'Task due soon'],
	])('%s (%s): %s', (node, field, action) => {
		expect(optionsOf(node, field)[0].action).toBe(action);
	});

	it.each(['svcCallsTrigger', 'svcRecordingsTrigger'])(
		'%s: what is ready before what failed',
		(node) => {
			const actions = optionsOf(node, 'event').map(({ action }) => String(action));
			const last = (end: RegExp) => actions.map((action) => end.test(action)).lastIndexOf(true);
			const first = actions.findIndex((action) => / failed$/.test(action));
			expect(last(/ ready$/)).toBeLessThan(first);
		},
	);
});
