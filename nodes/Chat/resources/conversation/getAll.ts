import { filters } from '../../../shared/fields/collections';
import { returnAllOrLimit } from '../../../shared/fields/paging';
import type { Operation } from '../../../shared/operations/operation';
import { list } from '../../../shared/operations/endpoints/list';
import { participant, scopes } from '../../shared/fields';

/** listChatConversations: not all of them can be written to */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many conversations',
	description: 'List the contacts, private chats and groups that you can read',
	routing: { request: { method: 'POST', url: '/api/v1/chat/conversations/list' } },
	endpoint: list(),
	fields: [...returnAllOrLimit, filters([participant, scopes])],
};
