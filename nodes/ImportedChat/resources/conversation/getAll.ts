import {
	after,
	before,
	filters,
	period,
	person,
	returnAllOrLimit,
	simplify,
} from '../../../shared/form';
import { inOrder, inPeriod, list, operation } from '../../../shared/operations';
import { importedConversationOutput } from '../../shared/importedChat';

const lastSent = period('conversations whose latest message was sent', {
	bounds: [
		after('Only conversations whose latest message was sent at this time or later'),
		before('Only conversations whose latest message was sent before this time'),
	],
});

/** queryXchatImportConversations: the time bounds apply to the latest message of a conversation */
export const getAll = operation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many imported conversations',
	description: 'List imported conversations, latest message first',
	routing: { request: { method: 'POST', url: '/api/v1/xchat-import/conversations/query' } },
	tool: {
		does: 'Lists conversations that were imported from another chat app, the latest message first.',
		returns: 'Returns display_name, kind, counts, last_sent_at and conversation_uid; no messages.',
		use: 'Use it to browse imported history. Not for finding one by name. Not for chats of this service.',
	},
	endpoint: list(),
	output: importedConversationOutput,
	fields: [
		...lastSent,
		...returnAllOrLimit,
		simplify,
		filters([
			{
				...person,
				displayName: 'Participant',
				name: 'participant',
				description: 'Only private chats that are bound to this person',
				routing: { send: { type: 'body', property: 'participant_user_ref' } },
			},
		]),
	],
	rules: [inOrder('start_at', 'end_at')],
	finish: inPeriod(lastSent),
});
