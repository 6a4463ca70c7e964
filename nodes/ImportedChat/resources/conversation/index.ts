import type { Resource } from '../../../shared/operations';
import { find } from './find';
import { get } from './get';
import { getAll } from './getAll';

export const conversation: Resource = {
	name: 'Conversation',
	description: 'An imported private chat or group chat',
	value: 'conversation',
	operations: [find, getAll, get],
};
