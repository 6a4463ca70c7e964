import { anyRead } from '../../../shared/fields/rawBody';
import type { Operation } from '../../../shared/operations/operation';
import { passThrough } from '../../../shared/operations/endpoints/passThrough';

/** resolveBotConversations: fields not shown */
export const find: Operation = {
	name: 'Find',
	value: 'find',
	action: 'Find bot conversations',
	description: "Locate a bot's own conversation",
	routing: { request: { method: 'POST', url: '/api/v1/bots/conversations/resolve' } },
	endpoint: passThrough({ writes: false }),
	fields: [...anyRead],
};
