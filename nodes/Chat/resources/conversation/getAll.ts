import { filters, returnAllOrLimit, simplify } from '../../../shared/form';
import { list, operation } from '../../../shared/operations';
import { participant, scopes } from '../../shared/fields';
import { conversationOutput } from '../../shared/outputs';

/** listChatConversations: pending conversations can be read, but not written to */
export const getAll = operation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many conversations',
	description: 'List the private chats, groups and contacts that you can read',
	routing: { request: { method: 'POST', url: '/api/v1/chat/conversations/list' } },
	tool: {
		does: 'Lists the chats the user can read: contacts, private chats and groups, in no order.',
		returns: 'Returns display_name, kind, chat_session_uid, participant_user_ref; no messages.',
		use: 'Use it to browse. Not for finding one chat by name, nor the latest active ones.',
	},
	endpoint: list(),
	output: conversationOutput,
	fields: [...returnAllOrLimit, simplify, filters([participant, scopes])],
});
