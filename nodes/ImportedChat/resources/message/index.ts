import type { Resource } from '../../../shared/operations';
import { get } from './get';
import { getAll } from './getAll';

export const message: Resource = {
	name: 'Message',
	description: 'An imported message',
	value: 'message',
	operations: [getAll, get],
};
