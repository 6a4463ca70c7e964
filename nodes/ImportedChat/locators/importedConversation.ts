import { textOf, textsIn } from '../../shared/api';
import { quoteName } from '../../shared/errors';
import {
	conversationLookup,
	isOfOnePerson,
	type Field,
	listSearch,
	locator,
	pagedSource,
	resolveSource,
} from '../../shared/form';

const RESOLVE = '/api/v1/xchat-import/conversations/resolve';

/** An imported conversation: From List, By Name or By ID. */
export const importedConversation = {
	...locator({
		displayName: 'Conversation',
		name: 'conversation',
		description: 'A private chat or group whose history was imported',
		searchListMethod: 'searchImportedConversations',
		lookup: {
			path: RESOLVE,
			thing: { one: 'imported conversation', many: 'imported conversations' },
			id: 'conversation_uid',
			names: ['display_name', 'remark', 'nickname'],
			hidesNames: isOfOnePerson,
			facts: ({ remark, nickname, ...row }) => [
				...conversationLookup.facts!(row),
				...textsIn([remark, nickname]).map(quoteName),
			],
		},
		namePlaceholder: 'e.g. Kiln Studio',
		nameHint: 'Full remark, nickname or group name',
		placeholder: 'e.g. xc_88c2d60f1ae9',
	}),
	required: true,
	routing: { send: { type: 'body', property: 'conversation_uid' } },
} satisfies Field;

/**
 * Imported conversations for From List: latest message first (queryXchatImportConversations), or by name
 * (resolveXchatImportConversations).
 */
export const searchImportedConversations = listSearch({
	all: pagedSource('/api/v1/xchat-import/conversations/query'),
	byName: resolveSource(RESOLVE),
	entry: ({ display_name, kind, ...row }) => ({
		name: `${String(display_name)} (${String(kind)})`,
		value: textOf(row, 'conversation_uid'),
	}),
});
