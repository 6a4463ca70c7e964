import {
	conversations,
	filters,
	options,
	period,
	returnAllOrLimit,
	simplify,
} from '../../../shared/form';
import { inOrder, inPeriod, notEndless, operation } from '../../../shared/operations';
import { resolveNames } from '../../shared/conversationNames';
import { senders } from '../../shared/fields';
import { messages, MESSAGES_URL } from '../../shared/messages';
import { includeFullText } from '../../shared/fullText';
import { messageOutput } from '../../shared/outputs';

const sent = period('messages sent', { default: 'last7Days' });

/** queryChatMessages. The contract needs a start, so Any Time begins in 1970. */
export const getAll = operation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many messages',
	description: 'List the messages of one or more conversations in a period',
	routing: { request: { method: 'POST', url: MESSAGES_URL } },
	tool: {
		does: 'Gets the messages of one or more chats in a span of time, the newest first.',
		returns: 'Returns text_content, sender_name, message_at, sequence; content_truncated if cut.',
		use: 'Use it to read or summarize a conversation. Not for finding words over chats; nothing says what is unread.',
	},
	endpoint: messages,
	output: messageOutput,
	fields: [
		{
			...conversations(
				'Conversations to read. A limit counts the newest messages of all of them together.',
				Infinity,
			),
			required: true,
		},
		...sent,
		...returnAllOrLimit,
		simplify,
		filters([senders]),
		options([
			includeFullText,
			{
				displayName: 'Order',
				name: 'order',
				type: 'options',
				default: 'session_time_desc',
				description:
					'Order of the messages. By default the newest comes first, but in a file the oldest does.',
				options: [
					{ name: 'Newest First', value: 'session_time_desc', description: 'Latest message first' },
					{
						name: 'Oldest First',
						value: 'session_time_asc',
						description: 'Earliest message first',
					},
				],
				routing: { send: { type: 'body', property: 'order' } },
			},
			resolveNames,
		]),
	],
	rules: [inOrder('start_at', 'end_at'), notEndless('start_at', 'end_at')],
	finish: inPeriod(sent, { start_at: 0 }),
});
