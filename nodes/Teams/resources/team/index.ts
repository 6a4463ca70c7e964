import type { Resource } from '../../../shared/operations';
import { create } from './create';
import { find } from './find';
import { getAll } from './getAll';
import { join } from './join';

export const team: Resource = {
	name: 'Team',
	value: 'team',
	operations: [create, find, getAll, join],
};
