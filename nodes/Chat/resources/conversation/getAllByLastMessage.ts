import { filters, moment, period, returnAllOrLimit, simplify } from '../../../shared/form';
import { inOrder, inPeriod, list, operation } from '../../../shared/operations';
import { participant, scopes } from '../../shared/fields';
import { activeConversationOutput } from '../../shared/outputs';

const lastMessage = period('conversations whose latest message was sent', {
	default: 'last7Days',
	bounds: [
		moment(
			'Last Message After',
			'lastMessageAfter',
			'last_message_from',
			'Only conversations whose latest message was sent at this time or later',
		),
		moment(
			'Last Message Before',
			'lastMessageBefore',
			'last_message_before',
			'Only conversations whose latest message was sent before this time',
		),
	],
});

/** queryChatConversations. The contract needs a start, so Any Time begins in 1970. */
export const getAllByLastMessage = operation({
	name: 'Get Many by Last Message',
	value: 'getAllByLastMessage',
	action: 'Get many conversations by last message',
	description: 'List conversations ordered by their latest message, latest first',
	routing: { request: { method: 'POST', url: '/api/v1/chat/conversations/query' } },
	tool: {
		does: 'Lists the chats whose last message was in a span of time, the most recently active first.',
		returns: 'Returns display_name, kind, last_message_at and chat_session_uid; not the messages.',
		use: "Use it for questions such as 'who wrote to me today'; nothing says what is unread.",
	},
	endpoint: list(),
	output: activeConversationOutput,
	fields: [...lastMessage, ...returnAllOrLimit, simplify, filters([participant, scopes])],
	rules: [inOrder('last_message_from', 'last_message_before')],
	finish: inPeriod(lastMessage, { last_message_from: 0 }),
});
