import type { Area } from '../area';

export const targets: Area['targets'] = [
	{
		name: 'trigger of updates',
		operation: 'queryArrangements',
		list: 'items',
		paged: 'data',
		reader: { event: 'updated' },
	},
];
