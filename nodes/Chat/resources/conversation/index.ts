import type { Resource } from '../../../shared/operations';
import { createPrivate } from './createPrivate';
import { find } from './find';
import { findTargets } from './findTargets';
import { getAll } from './getAll';
import { getAllByLastMessage } from './getAllByLastMessage';

export const conversation: Resource = {
	name: 'Conversation',
	description: 'A private chat, a group chat, or a contact without a chat',
	value: 'conversation',
	operations: [find, getAll, getAllByLastMessage, findTargets, createPrivate],
};
