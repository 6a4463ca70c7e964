import { textOf } from '../../shared/api';
import type { Field } from '../../shared/fields';
import { listSearch, locator, pagedSource, resolveSource } from '../../shared/locators';

/** An imported conversation, chosen from a list or given by its UID. */
export const importedConversation: Field = {
	...locator({
		displayName: 'Conversation',
		name: 'conversation',
		description: 'An imported conversation',
		searchListMethod: 'searchImportedConversations',
		placeholder: 'e.g. conversation_88c2',
	}),
	required: true,
	routing: { send: { type: 'body', property: 'conversation_uid' } },
};

/**
 * Imported conversations for the list: latest message first (queryXchatImportConversations), or those
 * whose names hold the filter (resolveXchatImportConversations).
 */
export const searchImportedConversations = listSearch({
	all: pagedSource('/api/v1/xchat-import/conversations/query'),
	byName: resolveSource('/api/v1/xchat-import/conversations/resolve'),
	entry: ({ display_name, kind, ...row }) => ({
		name: `${String(display_name)} (${String(kind)})`,
		value: textOf(row, 'conversation_uid'),
	}),
});
