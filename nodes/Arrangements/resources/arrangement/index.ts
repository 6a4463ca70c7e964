import type { Resource } from '../../../shared/operations';
import { complete } from './complete';
import { create } from './create';
import { deleteOperation } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { setStatus } from './setStatus';
import { update } from './update';

export const arrangement: Resource = {
	name: 'Task',
	description: 'A task with a status and an optional due time',
	value: 'arrangement',
	operations: [create, complete, getAll, update, setStatus, get, deleteOperation],
};
