import type { Resource } from '../../../shared/operations';
import { getAll } from './getAll';

export const groupMember: Resource = {
	name: 'Group Member',
	description: 'A person who was in an imported group when it was imported',
	value: 'groupMember',
	operations: [getAll],
};
