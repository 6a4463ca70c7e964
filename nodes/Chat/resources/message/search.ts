import {
	filters,
	keyword,
	options,
	period,
	returnAllOrLimit,
	simplify,
} from '../../../shared/fields';
import { inOrder, inPeriod, list, type Operation } from '../../../shared/operations';
import { completion } from '../../shared/completeMessages';
import { resolveNames } from '../../shared/conversationNames';
import { conversations } from '../../../shared/locators';
import { senders } from '../../shared/fields';
import { includeFullText } from '../../shared/fullText';
import { hitOutput } from '../../shared/outputs';

const sent = period('messages sent');

/** searchChatMessages: ordered by relevance, then by time. Hits contain a snippet instead of the text. */
export const search: Operation = {
	name: 'Search',
	value: 'search',
	action: 'Search messages',
	description: 'Find messages by words in their title or text',
	routing: { request: { method: 'POST', url: '/api/v1/chat/messages/search' } },
	tool: {
		does: 'Searches chat messages for words in their title or text.',
		returns:
			'Returns a snippet around the words, sender_name, message_at, chat_session_uid and sequence; not the full text.',
		use: 'Use it to find where something was said in the named chats. Then get the message or its context. For notes, search records instead.',
	},
	endpoint: list({ completion }),
	output: hitOutput,
	fields: [
		keyword,
		{
			...conversations('Conversations to search, up to 100', 100),
			required: true,
		},
		...sent,
		...returnAllOrLimit,
		simplify,
		filters([senders]),
		options([includeFullText, resolveNames]),
	],
	rules: [inOrder('start_at', 'end_at')],
	finish: inPeriod(sent),
};
