import type { Area } from '../area';

export const targets: Area['targets'] = [
	{
		name: 'single',
		operation: 'getCurrentUserProfile',
		reader: { parameters: { resource: 'profile', operation: 'get' } },
	},
	{
		name: 'single with a list',
		operation: 'getCurrentUserAccountBindings',
		list: 'items',
		reader: { parameters: { resource: 'accountBinding', operation: 'getAll' } },
	},
];
