import type { Area } from '../area';

export const objects: Area['objects'] = ({ importedConversations, importedMessages }) => ({
	conversation: [...importedConversations.values()]
		.filter(({ unreadable }) => !unreadable)
		.map(({ conversation_uid }) => conversation_uid),
	message: [...importedMessages.values()]
		.filter(({ text_content }) => text_content)
		.map(({ message_uid }) => message_uid),
});

export const rows: Area['rows'] = {
	resolveXchatImportConversations: ({ importedConversations }) =>
		[...importedConversations.values()]
			.filter(({ kind, unreadable }) => kind === 'group' && !unreadable)
			.map(({ display_name }) => ({ query: display_name })),
};
