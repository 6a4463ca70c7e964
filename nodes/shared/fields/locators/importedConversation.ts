import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { Field } from '../../operation';
import { pagedSource, resolveSource, searchList } from './search';

/** An imported conversation, chosen from a list or given by its UID. */
export const importedConversation: Field = {
	displayName: 'Conversation',
	name: 'conversation',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'An imported conversation',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchImportedConversations', searchable: true },
		},
		{ displayName: 'By UID', name: 'id', type: 'string', placeholder: 'e.g. conversation_88c2' },
	],
	routing: { send: { type: 'body', property: 'conversation_uid' } },
};

/**
 * Imported conversations for the list: latest message first (queryXchatImportConversations), or those
 * whose names hold the filter (resolveXchatImportConversations).
 */
export async function searchImportedConversations(
	this: ILoadOptionsFunctions,
	filter?: string,
	cursor?: string,
): Promise<INodeListSearchResult> {
	return await searchList(this, {
		...(filter
			? resolveSource('/api/v1/xchat-import/conversations/resolve', filter)
			: pagedSource('/api/v1/xchat-import/conversations/query', { limit: 50 })),
		cursor,
		entry: ({ display_name, kind, conversation_uid }) => ({
			name: `${String(display_name)} (${String(kind)})`,
			value: String(conversation_uid),
		}),
	});
}
