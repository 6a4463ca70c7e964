import type { Resource } from '../../../shared/operations';
import { getAll } from './getAll';
import { set } from './set';

export const joinRestriction: Resource = {
	name: 'Join Restriction',
	description: 'A person who may not join a group that you own',
	value: 'joinRestriction',
	operations: [getAll, set],
};
