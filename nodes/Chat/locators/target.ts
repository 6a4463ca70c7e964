import type { Field } from '../../shared/fields';
import {
	conversationEntry,
	conversationLookup,
	conversationOrder,
	listSearch,
	locator,
	pagedSource,
	resolveSource,
} from '../../shared/locators';

const RESOLVE = '/api/v1/chat/targets/resolve';

/** A conversation to send messages to: From List (without pending ones), By Name or By ID. */
export const target: Field = {
	...locator({
		displayName: 'Conversation',
		name: 'conversation',
		description:
			'Private chat or group to send to. Contacts without a private chat cannot be chosen here.',
		searchListMethod: 'searchTargets',
		lookup: { ...conversationLookup, path: RESOLVE },
		namePlaceholder: 'e.g. Kiln Studio',
		nameHint: 'Full name of a group, or of the other person',
		placeholder: 'e.g. chat_1ec37764cde7',
	}),
	required: true,
	routing: { send: { type: 'body', property: 'chat_session_uid' } },
};

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
