import { NodeConnectionTypes, type INodeType } from 'n8n-workflow';

import { loaded } from '../dev/engine/types';

/** The smallest declarative node: an operation, a base URL, one parameter. */
export const smallest: INodeType = loaded({
	description: {
		displayName: 'Smallest',
		name: 'smallest',
		group: ['transform'],
		version: 1,
		description: 'Emits an item for each of its input',
		defaults: { name: 'Smallest' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'svcApi', required: true }],
		requestDefaults: { baseURL: '={{$credentials.baseUrl}}' },
		properties: [
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				default: 'do',
				options: [
					{
						name: 'Do',
						value: 'do',
						routing: {
							request: { method: 'POST', url: '/' },
							send: { paginate: true },
							operations: { pagination: async () => [{ json: {} }] },
						},
					},
				],
			},
			{
				displayName: 'Value',
				name: 'value',
				type: 'string',
				default: '',
				routing: { send: { type: 'body', property: 'value' } },
			},
		],
	},
});
