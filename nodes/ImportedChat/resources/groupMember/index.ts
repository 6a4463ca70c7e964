import type { Resource } from '../../../shared/operations';
import { getAll } from './getAll';

export const groupMember: Resource = {
	name: 'Group Member',
	value: 'groupMember',
	operations: [getAll],
};
