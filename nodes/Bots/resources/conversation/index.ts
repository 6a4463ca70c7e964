import { rawRead, type Resource } from '../../../shared/operations';

/** The contract does not show the fields of these operations. */
export const conversation: Resource = {
	name: 'Conversation',
	value: 'conversation',
	operations: [
		// resolveBotConversations
		rawRead({
			name: 'Find',
			value: 'find',
			action: 'Find bot conversations',
			description: 'Find the conversation of a bot',
			url: '/api/v1/bots/conversations/resolve',
		}),
		// queryBotConversationMessages
		rawRead({
			name: 'Get Many Messages',
			value: 'getAllMessages',
			action: 'Get many bot messages',
			description: 'Get the message history of a conversation with a bot',
			url: '/api/v1/bots/conversations/messages/query',
		}),
	],
};
