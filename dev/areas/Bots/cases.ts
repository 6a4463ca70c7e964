import type { Area } from '../area';

export const objects: Area['objects'] = ({ bots }) => ({ bot: [...bots.keys()] });

export const targets: Area['targets'] = [
	{
		name: 'passThrough read',
		operation: 'queryBots',
		paged: 'data',
		tolerant: true,
		reader: { parameters: { resource: 'bot', operation: 'getAll', returnAll: true } },
	},
	{
		name: 'passThrough write',
		operation: 'createBots',
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
