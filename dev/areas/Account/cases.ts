import { once, type Area } from '../area';

export const reads: Area['reads'] = {
	'profile > get': () => once(),
	'accountBinding > getAll': () => once(),
};

export const targets: Area['targets'] = [
	{
		name: 'single',
		operation: 'getCurrentUserProfile',
		reader: { parameters: { resource: 'profile', operation: 'get' } },
	},
	{
		name: 'single with a list',
		operation: 'getCurrentUserAccountBindings',
		reader: { parameters: { resource: 'accountBinding', operation: 'getAll' } },
	},
];
