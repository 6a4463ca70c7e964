import { conversation, filters, query, returnAllOrLimit, simplify } from '../../../shared/form';
import { operation, resolve } from '../../../shared/operations';
import { scopes } from '../../shared/fields';
import { conversationOutput } from '../../shared/outputs';

/** resolveChatConversations */
export const find = operation({
	name: 'Find',
	value: 'find',
	action: 'Find conversations',
	description: 'Find conversations by name or by a description',
	routing: { request: { method: 'POST', url: '/api/v1/chat/conversations/resolve' } },
	tool: {
		does: 'Finds readable chats (private chats, groups, contacts) by name or by a description in plain words.',
		returns: 'Returns display_name, match (exact or similar), kind and chat_session_uid of each.',
		use: 'Use it where the exact name of a chat is not known. Sending and reading take a clear name themselves. Not for a person. A chat found here may be read-only (kind pending).',
	},
	endpoint: resolve(conversation),
	output: conversationOutput,
	fields: [
		query('Name or description of a conversation'),
		...returnAllOrLimit,
		simplify,
		filters([scopes]),
	],
});
