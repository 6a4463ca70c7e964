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
	description: 'A note, or what came from a chat',
	value: 'record',
	operations: [create, search, getAll, appendText, update, move, get, deleteOperation],
};
