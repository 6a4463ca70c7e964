import type { Area } from '../area';

export const targets: Area['targets'] = [
	{
		name: 'trigger of own posts',
		operation: 'queryWorldRecords',
		list: 'items',
		paged: 'data',
		reader: { event: 'ownPostReviewed' },
	},
];
