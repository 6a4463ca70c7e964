import type { Resource } from '../../../shared/operations';
import { getAll } from './getAll';
import { set } from './set';

export const joinRestriction: Resource = {
	name: 'Join Restriction',
	value: 'joinRestriction',
	operations: [getAll, set],
};
