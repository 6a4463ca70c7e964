import type { Resource } from '../../../shared/operations/operation';
import { get } from './get';
import { getAll } from './getAll';
import { remove } from './remove';

export const member: Resource = {
	name: 'Member',
	value: 'member',
	operations: [get, getAll, remove],
};
