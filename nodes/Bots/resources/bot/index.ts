import type { Resource } from '../../../shared/operations/operation';
import { create } from './create';
import { deleteOperation } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { updateProfile } from './updateProfile';

export const bot: Resource = {
	name: 'Bot',
	value: 'bot',
	operations: [create, deleteOperation, get, getAll, updateProfile],
};
