import type { Resource } from '../../../shared/operations';
import { create } from './create';
import { find } from './find';
import { getAll } from './getAll';
import { join } from './join';

export const team: Resource = {
	name: 'Team',
	description: 'A group of accounts with an owner and a public ID',
	value: 'team',
	operations: [getAll, find, create, join],
};
