import { anyRead } from '../../../shared/fields/json';
import type { Operation } from '../../../shared/operation';
import { generic } from '../../../shared/routing/generic';

/** resolveBotConversations: fields not shown */
export const find: Operation = {
	name: 'Find',
	value: 'find',
	action: 'Find bot conversations',
	description: "Locate a bot's own conversation",
	shape: generic('/api/v1/bots/conversations/resolve', { writes: false }),
	fields: [...anyRead],
};
