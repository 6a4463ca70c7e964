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
			tool: {
				does: 'Finds the conversation of the user with a bot.',
				returns: 'Returns what the service answers.',
				use: 'Use it before reading what a bot wrote.',
			},
			url: '/api/v1/bots/conversations/resolve',
		}),
		// queryBotConversationMessages
		rawRead({
			name: 'Get Many Messages',
			value: 'getAllMessages',
			action: 'Get many bot messages',
			description: 'List the messages of a conversation with a bot',
			tool: {
				does: 'Gets the messages of a conversation with a bot.',
				returns: 'Returns what the service answers.',
				use: 'Use it to read what was said to a bot and what it answered.',
			},
			url: '/api/v1/bots/conversations/messages/query',
		}),
	],
};
