import type { Resource } from '../../../shared/operations/operation';
import { find } from './find';
import { getAllMessages } from './getAllMessages';

export const conversation: Resource = {
	name: 'Conversation',
	value: 'conversation',
	operations: [find, getAllMessages],
};
