import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../../shared/api';
import type { Field } from '../../shared/fields';
import { listSearch, locator, pagedSource, resolveSource } from '../../shared/locators';

/** A chat conversation, chosen from a list or given by its UID; several with commas where a list is wanted. */
export const conversation: Field = {
	...locator({
		displayName: 'Conversation',
		name: 'conversation',
		description: 'A chat conversation that the account can read',
		searchListMethod: 'searchConversations',
		placeholder: 'e.g. chat_21d0, chat_9a44',
		hint: 'One UID, or several with commas where a list is wanted',
	}),
	required: true,
	routing: { send: { type: 'body', property: 'chat_session_uid' } },
};

/** Entry of the list for a conversation. */
export function conversationEntry(row: IDataObject) {
	const uid = textOf(row, 'chat_session_uid');
	return { name: `${String(row.display_name ?? uid)} (${String(row.kind)})`, value: uid };
}

/** Conversations for the list: all (listChatConversations), or by name (resolveChatConversations). */
export const searchConversations = listSearch({
	all: pagedSource('/api/v1/chat/conversations/list'),
	byName: resolveSource('/api/v1/chat/conversations/resolve'),
	entry: conversationEntry,
});
