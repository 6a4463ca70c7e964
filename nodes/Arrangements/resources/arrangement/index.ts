import type { Resource } from '../../../shared/operations';
import { create } from './create';
import { deleteOperation } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { setStatus } from './setStatus';
import { update } from './update';

export const arrangement: Resource = {
	name: 'Arrangement',
	description: 'A task with a status and an optional due time',
	value: 'arrangement',
	operations: [create, deleteOperation, get, getAll, setStatus, update],
};
