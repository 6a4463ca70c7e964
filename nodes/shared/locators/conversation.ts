import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../api/answer';
import { type Field } from '../fields/field';
import type { NameLookup } from '../fields/nameLookup';
import { locator } from './locator';
import { listSearch, pagedSource, resolveSource } from './search';
import { several } from './several';

const RESOLVE = '/api/v1/chat/conversations/resolve';

/** Lookup of a conversation by its name. */
export const conversationLookup: NameLookup = {
	path: RESOLVE,
	thing: { one: 'conversation', many: 'conversations' },
	id: 'chat_session_uid',
	names: ['display_name'],
};

/** A chat conversation, chosen from a list or given by its name or ID. */
export const conversation: Field = {
	...locator({
		displayName: 'Conversation',
		name: 'conversation',
		description: 'A chat conversation that the account can read',
		searchListMethod: 'searchConversations',
		lookup: conversationLookup,
		namePlaceholder: 'e.g. Kiln Studio',
		nameHint: 'The whole name of a group, or of the person of a private chat',
		placeholder: 'e.g. chat_1ec37764cde7',
	}),
	required: true,
	routing: { send: { type: 'body', property: 'chat_session_uid' } },
};

/** Several conversations, at most `maxItems` where that is given. */
export function conversations(description: string, maxItems?: number): Field {
	return several({
		of: conversation,
		displayName: 'Conversations',
		name: 'conversations',
		description,
		maxItems,
		property: 'chat_session_uids',
	});
}

/** Kinds of conversations in words: of one with a name, and of one without. */
const KINDS: Record<string, [named: string, unnamed: string]> = {
	direct: ['private chat', 'Unnamed private chat'],
	group: ['group chat', 'Unnamed group'],
	pending: ['contact, not sendable', 'Unnamed contact, not sendable'],
};

/** Order of conversations in a list: by name, those without one at the end. */
export function conversationOrder(a: IDataObject, b: IDataObject): number {
	const [one, other] = [nameOf(a), nameOf(b)];
	if (one === undefined || other === undefined)
		return Number(one === undefined) - Number(other === undefined);
	return one.localeCompare(other);
}

/** Entry of the list for a conversation. */
export function conversationEntry(row: IDataObject) {
	const value = textOf(row, 'chat_session_uid');
	const [named, unnamed] = KINDS[String(row.kind)] ?? [String(row.kind), 'Unnamed conversation'];
	const name = nameOf(row);
	return { name: name ? `${name} (${named})` : `${unnamed} · ${value.slice(-5)}`, value };
}

function nameOf({ display_name }: IDataObject): string | undefined {
	return typeof display_name === 'string' && display_name.trim() !== '' ? display_name : undefined;
}

/** Conversations for the list: all (listChatConversations), or by name (resolveChatConversations). */
export const searchConversations = listSearch({
	all: pagedSource('/api/v1/chat/conversations/list'),
	byName: resolveSource(RESOLVE),
	order: conversationOrder,
	entry: conversationEntry,
});
