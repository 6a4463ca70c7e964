import { bound } from '../../../shared/fields/timeRange';
import { filters } from '../../../shared/fields/collections';
import { returnAllOrLimit } from '../../../shared/fields/paging';
import { before } from '../../../shared/parameters/rules';
import type { Operation } from '../../../shared/operations/operation';
import { list } from '../../../shared/operations/endpoints/list';
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
