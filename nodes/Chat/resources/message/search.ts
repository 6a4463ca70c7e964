import type { IDataObject } from 'n8n-workflow';

import type { Path } from '../../../shared/contract';
import { chunksOf, textsIn } from '../../../shared/api';
import {
	conversations,
	filters,
	keyword,
	options,
	period,
	returnAllOrLimit,
	simplify,
} from '../../../shared/form';
import { LIMITS } from '../../../shared/limits';
import { inOrder, inPeriod, type InputItem, list, operation } from '../../../shared/operations';
import { activeConversations } from '../../shared/activeConversations';
import { completion } from '../../shared/completeMessages';
import { resolveNames } from '../../shared/conversationNames';
import { senders } from '../../shared/fields';
import { includeFullText } from '../../shared/fullText';
import { hitOutput } from '../../shared/outputs';

const sent = period('messages sent');

/**
 * The filters for each group of conversations: of all that had messages since the start (queryChatConversations), if none
 * is named.
 */
async function inGroups(given: IDataObject, { send }: InputItem): Promise<IDataObject[]> {
	const { chat_session_uids: named = [], ...filters } = given;
	const ask = async (url: Path, body: IDataObject) => (await send(url, body)).data;
	const active = { last_message_from: Number(filters.start_at ?? 0) };
	const chosen = textsIn(named);
	const uids = chosen.length > 0 ? chosen : await activeConversations(ask, active);
	// The service lists the active ones by their latest message, which may change between two calls of a tool
	uids.sort();
	return chunksOf(uids, LIMITS.conversationsPerRequest).map((group) => ({
		...filters,
		chat_session_uids: group,
	}));
}

/**
 * searchChatMessages: ordered by relevance, then by time, in each group of 100 conversations. Hits contain a snippet
 * instead of the text.
 */
export const search = operation({
	name: 'Search',
	value: 'search',
	action: 'Search messages',
	description: 'Find messages by words in their title or text',
	routing: { request: { method: 'POST', url: '/api/v1/chat/messages/search' } },
	tool: {
		does: 'Searches chat messages for words in their title or text, the best match first.',
		returns: 'Returns a snippet of the text, sender_name, message_at, conversation_name, sequence.',
		use: 'Use it to find where something was said, in some chats or, if none is named, in all. The whole text is in the chat at that time. Not for notes.',
	},
	endpoint: list({ windows: inGroups, completion }),
	output: hitOutput,
	fields: [
		keyword,
		conversations(
			'Conversations to search. If empty, all conversations with messages in the period.',
			Infinity,
		),
		...sent,
		...returnAllOrLimit,
		simplify,
		filters([senders]),
		options([includeFullText, resolveNames]),
	],
	rules: [inOrder('start_at', 'end_at')],
	finish: inPeriod(sent),
});
