import type { Area } from '../area';

export const targets: Area['targets'] = [
	{
		name: 'passThrough read',
		operation: 'queryBots',
		list: 'items',
		paged: 'data',
		tolerant: true,
		reader: { parameters: { resource: 'bot', operation: 'getAll', returnAll: true } },
	},
	{
		name: 'passThrough write',
		operation: 'createBots',
		list: 'items',
		tolerant: true,
		digested: true,
		reader: {
			parameters: {
				resource: 'bot',
				operation: 'create',
				body: '={{ {items: [{item_id: "1", name: $json.text}]} }}',
			},
			items: () => [{ text: 'Heron' }],
		},
	},
];
