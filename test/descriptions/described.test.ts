import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { SvcApi } from '../../credentials/SvcApi.credentials';
import { NODES } from '../../dev/engine/types';

/** A parameter, an entry of a collection, or an option. */
type Entry = INodeProperties | INodePropertyOptions | INodePropertyCollection;

/**
 * Paths of the parameters, entries of collections and options that have no description, or only their display name
 * as one. Notices are texts themselves; groups of a fixed collection have no description in n8n.
 */
function undescribed(entries: Entry[], path: string): string[] {
	return entries.flatMap((entry) => {
		const name = 'displayName' in entry ? entry.displayName : entry.name;
		const here = `${path} > ${name}`;
		if ('values' in entry) return undescribed(entry.values, here);
		if ('type' in entry && ['notice', 'hidden'].includes(entry.type)) return [];
		const description = (entry.description ?? '').trim().replace(/\.$/, '');
		const says = description !== '' && description.toLowerCase() !== name.toLowerCase();
		const inner = 'type' in entry ? (entry.options ?? []) : [];
		return [...(says ? [] : [here]), ...undescribed(inner, here)];
	});
}

it.each(NODES.map(({ description }) => [description.displayName, description] as const))(
	'%s describes every parameter, option and collection entry in other words than its name',
	(displayName, { properties }) => {
		// Request Options is n8n's own
		const own = properties.filter(({ name }) => name !== 'requestOptions');
		expect(undescribed(own, displayName)).toEqual([]);
	},
);

it('the credential describes every field in other words than its name', () => {
	const { displayName, properties } = new SvcApi();
	expect(undescribed(properties, displayName)).toEqual([]);
});

describe('a missing description is found in', () => {
	const described: INodeProperties = {
		displayName: 'Order',
		name: 'order',
		type: 'options',
		default: 'asc',
		description: 'By time',
		options: [{ name: 'Oldest First', value: 'asc', description: 'Earliest time first' }],
	};
	const { description: _description, ...bare } = described;
	const collection = (...options: INodeProperties[]): INodeProperties => ({
		...described,
		type: 'collection',
		options,
	});
	const group = (...values: INodeProperties[]): INodeProperties => ({
		...described,
		type: 'fixedCollection',
		options: [{ displayName: 'Entry', name: 'entry', values }],
	});

	it.each<[string, INodeProperties, string]>([
		['a parameter', bare, 'Node > Order'],
		['a repeated name', { ...described, description: 'order.' }, 'Node > Order'],
		['a blank text', { ...described, description: ' ' }, 'Node > Order'],
		['an option', { ...described, options: [{ name: 'Z', value: 'z' }] }, 'Node > Order > Z'],
		['a collection', collection(bare), 'Node > Order > Order'],
		['a fixed collection', group(bare), 'Node > Order > Entry > Order'],
	])('%s', (_where, property, path) => {
		expect(undescribed([property], 'Node')).toEqual([path]);
		expect(undescribed([described, collection(described), group(described)], 'Node')).toEqual([]);
	});
});
