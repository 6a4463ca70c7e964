import type { Resource } from '../../../shared/operations';
import { appendText } from './appendText';
import { create } from './create';
import { deleteOperation } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { move } from './move';
import { search } from './search';
import { update } from './update';

export const record: Resource = {
	name: 'Record',
	description: 'A plain-text note',
	value: 'record',
	operations: [appendText, create, deleteOperation, get, getAll, move, search, update],
};
