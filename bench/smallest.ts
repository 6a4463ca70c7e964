import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { loaded } from '../dev/engine/types';
import type { Floor, Post } from './case';

const COMMON: Omit<INodeTypeDescription, 'properties'> = {
	displayName: 'Smallest',
	name: 'smallest',
	group: ['transform'],
	version: 1,
	description: 'Emits an item for each of its input',
	defaults: { name: 'Smallest' },
	inputs: [NodeConnectionTypes.Main],
	outputs: [NodeConnectionTypes.Main],
	credentials: [{ name: 'svcApi', required: true }],
};
const value: INodeProperties = { displayName: 'Value', name: 'value', type: 'string', default: '' };

/** The smallest declarative node: an operation, a base URL, one parameter. */
export const smallest: INodeType = loaded({
	description: {
		...COMMON,
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
			{ ...value, routing: { send: { type: 'body', property: 'value' } } },
		],
	},
});

/** The smallest node that sends requests: a bare loop with n8n's request helper, after one expression for each item. */
export function looping(run: Floor['run']): INodeType {
	return {
		description: { ...COMMON, properties: [value] },
		async execute(this: IExecuteFunctions) {
			const items = this.getInputData();
			for (const i of items.keys()) this.getNodeParameter('value', i);
			const { baseUrl } = await this.getCredentials('svcApi');
			const send = this.helpers.httpRequestWithAuthentication;
			const post: Post = async (url, body) => {
				const answer: unknown = await send.call(this, 'svcApi', {
					method: 'POST',
					baseURL: String(baseUrl),
					url,
					headers: { 'Content-Type': 'application/json' },
					// Text, because n8n sends no body at all for an empty object
					body: JSON.stringify(body),
				});
				return (answer as IDataObject).data as IDataObject;
			};
			const rows = await run(post, items.length);
			return [rows.map((json, item) => ({ json: json as IDataObject, pairedItem: { item } }))];
		},
	};
}
