import { texts, type Area } from '../area';

export const targets: Area['targets'] = [
	{
		name: 'batchWrite with the object',
		operation: 'createTeams',
		list: 'items',
		by: 'item_id',
		inner: 'team',
		digested: true,
		reader: {
			parameters: {
				resource: 'team',
				operation: 'create',
				name: '={{ $json.text }}',
				svcId: '={{ "team-" + $json.text }}',
			},
			items: texts,
		},
	},
];
