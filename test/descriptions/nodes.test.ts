import type { INodeProperties, INodeType } from 'n8n-workflow';

import { NODES } from '../../dev/engine/types';
import { summariesOf } from './summary';

// Summaries are text: printed without quotes and escapes
expect.addSnapshotSerializer({ test: (value) => typeof value === 'string', print: String });

const summaries = NODES.flatMap(summariesOf).map(({ title, text }) => [title, text] as const);

it.each(summaries)('%s', (_title, text) => {
	expect(text).toMatchSnapshot();
});

describe('the snapshot shows a change of', () => {
	const field: INodeProperties = {
		displayName: 'Order',
		name: 'order',
		type: 'options',
		default: 'asc',
		description: 'By time',
		options: [
			{ name: 'Oldest First', value: 'asc' },
			{ name: 'Newest First', value: 'desc' },
		],
		displayOptions: { show: { resource: ['thing'], operation: ['getAll'], returnAll: [false] } },
		routing: { send: { type: 'body', property: 'order' } },
	};
	const selector = (name: string, value: string): INodeProperties => ({
		displayName: name,
		name,
		type: 'options',
		default: value,
		options: [{ name: value, value }],
		displayOptions: { show: name === 'operation' ? { resource: ['thing'] } : {} },
	});
	const summaryWith = (shown: INodeProperties) => {
		const properties = [selector('resource', 'thing'), selector('operation', 'getAll'), shown];
		const description = { displayName: 'Svc Things', name: 'svcThings', properties };
		return summariesOf({ description } as unknown as INodeType);
	};
	const inCollection = ({ displayOptions, ...inner }: INodeProperties): INodeProperties => ({
		...field,
		type: 'collection',
		default: {},
		options: [inner],
		displayOptions,
	});

	it.each<[string, Partial<INodeProperties>]>([
		['the display name', { displayName: 'Sort' }],
		['the name', { name: 'sort' }],
		['the type', { type: 'multiOptions' }],
		['the default', { default: 'desc' }],
		['required', { required: true }],
		['the description', { description: 'By update' }],
		['an option’s name', { options: [{ name: 'Oldest', value: 'asc' }, field.options![1]] }],
		['an option’s value', { options: [{ name: 'Oldest First', value: 'up' }, field.options![1]] }],
		['the order of options', { options: [...field.options!].reverse() }],
		['a bound', { typeOptions: { maxValue: 7 } }],
		['the request property', { routing: { send: { type: 'body', property: 'sort' } } }],
		['a condition', { displayOptions: { show: { ...field.displayOptions!.show, scope: ['me'] } } }],
		['the operations with it', { displayOptions: { show: { operation: ['get'] } } }],
	])('%s', (_what, change) => {
		const changed = { ...field, ...change };
		expect(summaryWith(changed)).not.toEqual(summaryWith(field));
		expect(summaryWith(inCollection(changed))).not.toEqual(summaryWith(inCollection(field)));
	});
});
