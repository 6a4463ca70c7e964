import {
	after,
	before,
	filters,
	options,
	returnAllOrLimit,
	simplify,
} from '../../../shared/fields';
import { inOrder, notEndless, type Operation } from '../../../shared/operations';
import { resolveNames } from '../../shared/conversationNames';
import { conversations } from '../../../shared/locators';
import { senders } from '../../shared/fields';
import { MESSAGES_URL, messagesInOrder } from '../../shared/messages';
import { includeFullText } from '../../shared/fullText';
import { messageOutput } from '../../shared/outputs';

/** queryChatMessages */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many messages',
	description: 'List the messages of one or more conversations over any span of time',
	routing: { request: { method: 'POST', url: MESSAGES_URL } },
	endpoint: messagesInOrder,
	output: messageOutput,
	fields: [
		{
			...conversations(
				'Which conversations, any number; their messages come one conversation after the other',
			),
			required: true,
		},
		{ ...after('Only messages from this time or later'), required: true },
		{ ...before('Only messages from before this time; without it, all until now'), default: '' },
		...returnAllOrLimit,
		simplify,
		filters([senders]),
		options([
			includeFullText,
			{
				displayName: 'Order',
				name: 'order',
				type: 'options',
				default: 'session_time_asc',
				description: 'Order by conversation, then by time',
				options: [
					{ name: 'Newest First', value: 'session_time_desc' },
					{ name: 'Oldest First', value: 'session_time_asc' },
				],
				routing: { send: { type: 'body', property: 'order' } },
			},
			resolveNames,
		]),
	],
	rules: [inOrder('start_at', 'end_at'), notEndless('start_at', 'end_at')],
	finish: (body) => ({ order: 'session_time_asc', ...body }),
};
