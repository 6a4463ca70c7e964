import { anyRead } from '../../../shared/fields/rawBody';
import type { Operation } from '../../../shared/operations/operation';
import { passThrough } from '../../../shared/operations/endpoints/passThrough';

/** queryBotConversationMessages: fields not shown */
export const getAllMessages: Operation = {
	name: 'Get Many Messages',
	value: 'getAllMessages',
	action: 'Get many bot messages',
	description: 'Read the history of a conversation with a bot',
	routing: { request: { method: 'POST', url: '/api/v1/bots/conversations/messages/query' } },
	endpoint: passThrough({ writes: false }),
	fields: [...anyRead],
};
