import { bound, filters, options, returnAllOrLimit } from '../../../shared/fields';
import { before, notEndless, type Operation } from '../../../shared/operations';
import { conversations, senders } from '../../shared/fields';
import { MESSAGES_URL, messagesInOrder } from '../../shared/messages';

/** queryChatMessages */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many messages',
	description: 'List the messages of any number of conversations over any span of time',
	routing: { request: { method: 'POST', url: MESSAGES_URL } },
	endpoint: messagesInOrder,
	fields: [
		{
			...conversations(
				{ list: {} },
				'Which conversations, any number; their messages come one conversation after the other',
			),
			required: true,
		},
		{ ...bound('Start', 'startAt', 'start_at', 'Earliest time, inclusive'), required: true },
		bound('End', 'endAt', 'end_at', 'Latest time, exclusive; without it, now'),
		...returnAllOrLimit,
		filters([senders]),
		options([
			{
				displayName: 'Order',
				name: 'order',
				type: 'options',
				default: 'session_time_asc',
				description: 'By conversation, then by time',
				options: [
					{ name: 'Newest First', value: 'session_time_desc' },
					{ name: 'Oldest First', value: 'session_time_asc' },
				],
				routing: { send: { type: 'body', property: 'order' } },
			},
		]),
	],
	rules: [before('start_at', 'end_at'), notEndless('start_at', 'end_at')],
	finish: (body) => ({ order: 'session_time_asc', ...body }),
};
