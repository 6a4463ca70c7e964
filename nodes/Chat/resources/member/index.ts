import type { Resource } from '../../../shared/operations';
import { get } from './get';
import { getAll } from './getAll';
import { remove } from './remove';

export const member: Resource = {
	name: 'Member',
	description: 'A person in a conversation',
	value: 'member',
	operations: [getAll, get, remove],
};
