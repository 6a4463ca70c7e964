import { rawRead, type Resource } from '../../../shared/operations';

/** The contract does not show the fields of these operations. */
export const conversation: Resource = {
	name: 'Conversation',
	description: 'The conversation between a bot and a person',
	value: 'conversation',
	operations: [
		// resolveBotConversations
		rawRead({
			name: 'Find',
			value: 'find',
			action: 'Find bot conversations',
			description: 'Find the conversation with a bot',
			url: '/api/v1/bots/conversations/resolve',
		}),
		// queryBotConversationMessages
		rawRead({
			name: 'Get Many Messages',
			value: 'getAllMessages',
			action: 'Get many bot messages',
			description: 'List the messages of a conversation with a bot',
			url: '/api/v1/bots/conversations/messages/query',
		}),
	],
};
