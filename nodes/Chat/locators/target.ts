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

/** A conversation that messages can be sent to: pending ones are not in the list. */
export const target: Field = {
	...locator({
		displayName: 'Conversation',
		name: 'conversation',
		description: 'A private chat or group to send to; a pending contact cannot be written to',
		searchListMethod: 'searchTargets',
		lookup: { ...conversationLookup, path: RESOLVE },
		namePlaceholder: 'e.g. Kiln Studio',
		nameHint: 'The whole name of a group, or of the person of a private chat',
		placeholder: 'e.g. chat_1ec37764cde7',
	}),
	required: true,
	routing: { send: { type: 'body', property: 'chat_session_uid' } },
};

const all = pagedSource('/api/v1/chat/conversations/list');

/** Sendable targets for the list: by name (resolveChatTargets), or of all conversations those that are. */
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
