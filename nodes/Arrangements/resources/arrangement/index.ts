import type { Resource } from '../../../shared/operations';
import { changeStatus } from './changeStatus';
import { create } from './create';
import { deleteOperation } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { setStatus } from './setStatus';
import { update } from './update';

export const arrangement: Resource = {
	name: 'Arrangement',
	value: 'arrangement',
	operations: [changeStatus, create, deleteOperation, get, getAll, setStatus, update],
};
