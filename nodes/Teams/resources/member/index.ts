import type { Resource } from '../../../shared/operations';
import { getAll } from './getAll';
import { remove } from './remove';

export const member: Resource = {
	name: 'Member',
	description: 'A person in a team',
	value: 'member',
	operations: [getAll, remove],
};
