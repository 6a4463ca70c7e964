import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../../api/answer';
import { type Field, type NameLookup } from '../field';
import { LIMITS } from '../../limits';
import { locator } from './locator';
import { personLookup } from './person';
import { listSearch, pagedSource, resolveSource } from './search';
import { several } from './several';

const RESOLVE = '/api/v1/chat/conversations/resolve';
const MEMBERS = '/api/v1/chat/members/list';

/** Words for the kinds of conversations, with and without a name. */
const KINDS: Record<string, [named: string, unnamed: string]> = {
	direct: ['private chat', 'Unnamed private chat'],
	group: ['group chat', 'Unnamed group'],
	pending: ['contact without a chat', 'Unnamed contact without a chat'],
};

function wordsFor(kind: unknown): [named: string, unnamed: string] {
	return KINDS[String(kind)] ?? [String(kind), 'Unnamed conversation'];
}

/** True for a conversation that bears the name of the other person in it. */
export function isOfOnePerson({ kind }: IDataObject): boolean {
	return kind !== 'group';
}

/** Lookup of a conversation by its name. */
export const conversationLookup: NameLookup = {
	path: RESOLVE,
	thing: { one: 'conversation', many: 'conversations' },
	id: 'chat_session_uid',
	names: ['display_name'],
	facts: ({ kind }) => [wordsFor(kind)[0]],
	// Only a private chat with a real person has this field (contract document 2, Chat conversation): nobody is known to be
	// in a pending one
	standsFor: ({ kind, participant_user_ref }) =>
		kind === 'direct' ? participant_user_ref : undefined,
	people: personLookup,
	hidesNames: isOfOnePerson,
	// One more than a message names, so that it can say that there are others
	members: ({ kind, chat_session_uid }) =>
		kind === 'group'
			? { path: MEMBERS, body: { chat_session_uid, limit: LIMITS.namedMembers + 1 } }
			: undefined,
};

/** A chat conversation: From List, By Name or By ID. */
export const conversation = {
	...locator({
		displayName: 'Conversation',
		name: 'conversation',
		description: 'A private chat, a group, or a contact without a chat',
		searchListMethod: 'searchConversations',
		lookup: conversationLookup,
		namePlaceholder: 'e.g. Kiln Studio',
		nameHint: 'Full name of a group, or of the other person',
		placeholder: 'e.g. chat_1ec37764cde7',
	}),
	required: true,
	routing: { send: { type: 'body', property: 'chat_session_uid' } },
} satisfies Field;

/** Several conversations: as many as a request takes, or `maxItems`. */
export function conversations(description: string, maxItems?: number): Field<'chat_session_uids'> {
	return several({
		of: conversation,
		displayName: 'Conversations',
		name: 'conversations',
		description,
		maxItems,
		property: 'chat_session_uids',
	});
}

/** The conversations that a trigger watches: all, or the selected ones. `things` names what it finds in them. */
export function watchedConversations(
	things: string,
	maxItems?: number,
): Array<Field<'chat_session_uids'>> {
	const which = conversations(`Only ${things} in these conversations`, maxItems);
	return [
		{
			displayName: 'Conversations',
			name: 'watch',
			type: 'options',
			noDataExpression: true,
			default: 'all',
			description: 'Conversations to watch',
			options: [
				{ name: 'All', value: 'all', description: `The ${things} of all conversations` },
				{ name: 'Selected', value: 'selected', description: 'Those that you choose below' },
			],
		},
		{
			...which,
			displayName: 'Which Conversations',
			required: true,
			displayOptions: { show: { watch: ['selected'] } },
		},
	];
}

/** Order of conversations in the list: by name, conversations without a name last. */
export function conversationOrder(a: IDataObject, b: IDataObject): number {
	const [one, other] = [nameOf(a), nameOf(b)];
	if (one === undefined || other === undefined)
		return Number(one === undefined) - Number(other === undefined);
	return one.localeCompare(other);
}

/** List entry of a conversation. */
export function conversationEntry(row: IDataObject) {
	const value = textOf(row, 'chat_session_uid');
	const [named, unnamed] = wordsFor(row.kind);
	const name = nameOf(row);
	return { name: name ? `${name} (${named})` : `${unnamed} · ${value.slice(-5)}`, value };
}

function nameOf({ display_name }: IDataObject): string | undefined {
	return typeof display_name === 'string' && display_name.trim() !== '' ? display_name : undefined;
}

/** Conversations for From List: all (listChatConversations), or by name (resolveChatConversations). */
export const searchConversations = listSearch({
	all: pagedSource('/api/v1/chat/conversations/list'),
	byName: resolveSource(RESOLVE),
	order: conversationOrder,
	entry: conversationEntry,
});
