import { inlineIndexes } from '../../../shared/api';
import { end, filters, ifNotFound, options, returnAllOrLimit, start } from '../../../shared/fields';
import { list, notAfter, type Operation, unlessFound } from '../../../shared/operations';
import { importedConversation } from '../../locators/importedConversation';

/** queryXchatImportMessages: the sender is in the item itself, the conversation beside the items */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many imported messages',
	description: 'List the messages of an imported conversation, the latest first',
	routing: { request: { method: 'POST', url: '/api/v1/xchat-import/messages/query' } },
	endpoint: list({
		check: unlessFound('conversation', 'conversation_uid'),
		rows: ({ rows, data }) =>
			inlineIndexes(rows, 'sender_index', 'sender', data.senders).map((row) => ({
				conversation_uid: data.conversation_uid,
				...row,
			})),
	}),
	fields: [
		importedConversation,
		...returnAllOrLimit,
		filters([
			end('Only messages that were sent before this'),
			{
				displayName: 'Kinds',
				name: 'kinds',
				type: 'multiOptions',
				default: [],
				description: 'Which messages; none chosen means all, also those of other kinds',
				options: [
					{ name: 'Call', value: 'call' },
					{ name: 'Emoji', value: 'emoji' },
					{ name: 'Image', value: 'image' },
					{ name: 'Location', value: 'location' },
					{ name: 'Text', value: 'text' },
					{ name: 'Video', value: 'video' },
					{ name: 'Voice', value: 'voice' },
				],
				routing: { send: { type: 'body', property: 'kinds' } },
			},
			start('Only messages that were sent at this time or later'),
		]),
		options([ifNotFound]),
	],
	rules: [notAfter('start_at', 'end_at')],
};
