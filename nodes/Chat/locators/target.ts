import {
	conversationEntry,
	conversationLookup,
	conversationOrder,
	type Field,
	listSearch,
	locator,
	type NameLookup,
	otherPersonLookup,
	pagedSource,
	resolveSource,
} from '../../shared/form';

const RESOLVE = '/api/v1/chat/targets/resolve';

const EITHER = { one: 'conversation or person', many: 'conversations or people' };

/**
 * Lookup of the recipient of a message: a conversation or a person by name. A person and the private chat with that person
 * are one recipient, the chat.
 */
const lookup: NameLookup = {
	...conversationLookup,
	path: RESOLVE,
	thing: EITHER,
	people: undefined,
	also: [{ ...otherPersonLookup, thing: EITHER, property: 'target_user_ref' }],
};

/** A conversation to send messages to: From List (without pending ones), By Name or By ID. */
export const target = {
	...locator({
		displayName: 'Conversation',
		name: 'conversation',
		description: 'Private chat, group or person to send to. People are found By Name.',
		searchListMethod: 'searchTargets',
		lookup,
		namePlaceholder: 'e.g. Kiln Studio',
		nameHint: 'Full name of a group or a person, or the public ID of a person',
		placeholder: 'e.g. chat_1ec37764cde7',
	}),
	required: true,
	routing: { send: { type: 'body', property: 'chat_session_uid' } },
} satisfies Field;

const all = pagedSource('/api/v1/chat/conversations/list');

/** Conversations for From List: by name (resolveChatTargets), or all that are not pending (listChatConversations). */
export const searchTargets = listSearch({
	all: {
		...all,
		read: (data) => {
			const { page, rows } = all.read(data);
			return { page, rows: rows.filter(({ kind }) => kind !== 'pending') };
		},
	},
	byName: resolveSource(RESOLVE),
	order: conversationOrder,
	entry: conversationEntry,
});
