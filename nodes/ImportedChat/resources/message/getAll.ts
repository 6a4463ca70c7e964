import { inlineIndexes } from '../../../shared/api';
import {
	anyOf,
	filters,
	ifNotFound,
	options,
	period,
	returnAllOrLimit,
	simplify,
} from '../../../shared/form';
import { inOrder, inPeriod, list, operation, unlessFound } from '../../../shared/operations';
import { importedConversation } from '../../locators/importedConversation';
import { importedMessageOutput } from '../../shared/importedChat';

const sent = period('messages sent');

/** queryXchatImportMessages: rows also get the conversation UID and the sender, which the answer has beside `items` */
export const getAll = operation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many imported messages',
	description: 'List the messages of an imported conversation, latest first',
	routing: { request: { method: 'POST', url: '/api/v1/xchat-import/messages/query' } },
	tool: {
		does: 'Gets the messages of one imported conversation, the latest first.',
		returns: "Returns text_content, kind, sent_at and the sender's name; media only as facts.",
		use: 'Use it to read history from another chat app. Not for chats of this service.',
	},
	endpoint: list({
		range: () => ({ time: 'sent_at', descending: true }),
		check: unlessFound('conversation', 'conversation_uid'),
		row: (row, { conversation_uid, senders }) => {
			const [message] = inlineIndexes([row], 'sender_index', 'sender', senders);
			return { conversation_uid, ...message };
		},
	}),
	output: importedMessageOutput,
	fields: [
		importedConversation,
		...sent,
		...returnAllOrLimit,
		simplify,
		filters([
			anyOf('kinds', {
				displayName: 'Kinds',
				name: 'kinds',
				description: 'Only messages of these kinds',
				options: [
					{ name: 'Call', value: 'call', description: 'Entries about calls' },
					{ name: 'Emoji', value: 'emoji', description: 'Emoji messages' },
					{ name: 'Image', value: 'image', description: 'Pictures' },
					{ name: 'Location', value: 'location', description: 'Shared places' },
					{ name: 'Text', value: 'text', description: 'Text messages' },
					{ name: 'Video', value: 'video', description: 'Video messages' },
					{ name: 'Voice', value: 'voice', description: 'Voice messages' },
				],
			}),
		]),
		options([ifNotFound]),
	],
	rules: [inOrder('start_at', 'end_at')],
	finish: inPeriod(sent),
});
