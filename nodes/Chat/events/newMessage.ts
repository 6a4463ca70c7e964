import type { IDataObject } from 'n8n-workflow';

import { chunksOf, goneOf, integerOf, timeOf, uidOf, textsIn, objectOf } from '../../shared/api';
import { FailureError } from '../../shared/errors';
import { LIMITS } from '../../shared/limits';
import { watchedConversations } from '../../shared/form';
import {
	type Bounds,
	containsWords,
	ignoreMyOwn,
	type Reader,
	type RowPage,
	textContains,
	triggerEvent,
	withoutMyOwn,
} from '../../shared/polling';
import { activeConversations, CONVERSATIONS_URL } from '../shared/activeConversations';
import { names } from '../shared/completeMessages';
import { resolveNames } from '../shared/conversationNames';
import { scopes, senders } from '../shared/fields';
import { exactMessage, includeFullText, isCut, withFullText } from '../shared/fullText';
import { MESSAGES_URL, messagePages } from '../shared/messages';
import { messageOutput } from '../shared/outputs';
import { DAY, HOUR } from '../../shared/durations';

/** queryChatMessages, for the conversations in which queryChatConversations finds new messages. */
export const newMessage = triggerEvent<typeof MESSAGES_URL | typeof CONVERSATIONS_URL>({
	name: 'New Message',
	value: 'newMessage',
	description: 'Triggers when there is a new message in one of your conversations',
	path: MESSAGES_URL,
	fields: [...watchedConversations('messages', Infinity), ignoreMyOwn('messages'), resolveNames],
	options: [includeFullText],
	filters: [scopes, senders, textContains('messages whose title or text')],
	longestWindow: 7 * DAY,
	ownFilters: ['ignoreMyOwn', 'textContains'],
	source: { lookback: HOUR, read: readMessages },
	enrich: {
		needed: (reader, row) => isUnavailable(row) || (wantsFullText(reader) && isCut(row)),
		add: async (row, reader) => {
			const [whole] = isUnavailable(row) ? [row] : await withFullText([row], reader);
			if (!isUnavailable(whole)) return whole === row ? without(row, goneOf(exactMessage)) : whole;
			// The text may be available at the next poll
			throw new FailureError({ message: 'The service did not return the text of the message' });
		},
		without,
	},
	completion: names,
	output: messageOutput,
	// A service that was restored from a backup gives the sequence of a lost message to another one. A message keeps its
	// time (queryChatMessages: stable message-time order)
	fact: (row) => ({
		id: `${uidOf(row, 'chat_session_uid')}#${String(integerOf(row, 'sequence')).padStart(12, '0')}`,
		mark: timeOf(row.message_at),
		time: timeOf(row.message_at),
	}),
});

function without(row: IDataObject, reason: string): IDataObject {
	return { ...row, ...(isUnavailable(row) && { text_content: null }), text_content_error: reason };
}

function isUnavailable({ record_state }: IDataObject): boolean {
	return record_state === 'unavailable';
}

function wantsFullText({ own }: Reader): boolean {
	return own.includeFullText === true;
}

async function* readMessages(
	reader: Reader,
	{ from, to = reader.now + DAY }: Bounds,
): AsyncGenerator<RowPage> {
	const { sender_user_refs } = reader.filters;
	const filters: IDataObject = { start_at: from, end_at: to, order: 'session_time_asc' };
	if (sender_user_refs) filters.sender_user_refs = sender_user_refs;
	const conversations = await conversationsOf(reader, from);
	for (const uids of chunksOf(conversations, LIMITS.conversationsPerRequest)) {
		for await (const { rows: messages } of messagePages(reader.ask, uids, filters, {
			wanted: Infinity,
		})) {
			yield { rows: await wanted(messages, reader) };
		}
	}
}

/** UIDs of the chosen conversations, or of those with a message since `from` (Unix milliseconds). */
async function conversationsOf({ filters, ask }: Reader, from: number): Promise<string[]> {
	const { chat_session_uids, scopes } = filters;
	const chosen = new Set(textsIn(chat_session_uids));
	if (chat_session_uids && !scopes) return [...chosen];
	const uids = await activeConversations(ask, {
		last_message_from: from,
		...(scopes && { scopes: textsIn(scopes) }),
	});
	return uids.filter((uid) => !chat_session_uids || chosen.has(uid));
}

/** The messages that pass Text Contains and Ignore My Own, for which the contract has no filters. */
async function wanted(messages: IDataObject[], reader: Reader): Promise<IDataObject[]> {
	const found = messages.filter(
		(message) =>
			isUnavailable(message) || containsWords(reader, [message.title, message.text_content]),
	);
	const authorOf = (message: IDataObject) => objectOf(message, 'sender').sender_user_ref;
	return await withoutMyOwn(found, reader, authorOf);
}
