import type { Resource } from '../../../shared/operations/operation';
import { getAll } from './getAll';
import { install } from './install';
import { remove } from './remove';
import { setContextPermission } from './setContextPermission';

export const groupBinding: Resource = {
	name: 'Group Binding',
	value: 'groupBinding',
	operations: [getAll, install, remove, setContextPermission],
};
