import { anyRead } from '../../../shared/fields/json';
import type { Operation } from '../../../shared/operation';
import { generic } from '../../../shared/routing/generic';

/** queryBotConversationMessages: fields not shown */
export const getAllMessages: Operation = {
	name: 'Get Many Messages',
	value: 'getAllMessages',
	action: 'Get many bot messages',
	description: 'Read the history of a conversation with a bot',
	shape: generic('/api/v1/bots/conversations/messages/query', { writes: false }),
	fields: [...anyRead],
};
