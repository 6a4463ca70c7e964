import { bound, filters, returnAllOrLimit } from '../../../shared/fields';
import { before, list, type Operation } from '../../../shared/operations';
import { participant, scopes } from '../../shared/fields';

/** queryChatConversations */
export const getAllByLastMessage: Operation = {
	name: 'Get Many by Last Message',
	value: 'getAllByLastMessage',
	action: 'Get many conversations by last message',
	description: 'List conversations in which something was written lately, the latest first',
	routing: { request: { method: 'POST', url: '/api/v1/chat/conversations/query' } },
	endpoint: list(),
	fields: [
		{
			...bound(
				'Last Message From',
				'lastMessageFrom',
				'last_message_from',
				'Only conversations whose latest message is from this time or later',
			),
			required: true,
		},
		...returnAllOrLimit,
		filters([
			bound(
				'Last Message Before',
				'lastMessageBefore',
				'last_message_before',
				'Only conversations whose latest message is from before this time',
			),
			participant,
			scopes,
		]),
	],
	rules: [before('last_message_from', 'last_message_before')],
};
