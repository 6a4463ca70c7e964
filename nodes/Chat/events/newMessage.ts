import type { IDataObject } from 'n8n-workflow';

import { chunksOf, DAY, HOUR, paginate, timeOf, uidOf } from '../../shared/api';
import { LIMITS } from '../../shared/limits';
import type { Reader, TriggerEvent } from '../../shared/polling';
import { conversations, scopes, senders } from '../shared/fields';
import { messagePages } from '../shared/messages';
import { ownReference } from '../shared/self';

/** queryChatMessages, of the conversations in which queryChatConversations finds new ones. */
export const newMessage: TriggerEvent = {
	name: 'New Message',
	value: 'newMessage',
	description: 'When somebody writes in one of your conversations',
	fields: [
		{
			displayName: 'Ignore My Own',
			name: 'ignoreMyOwn',
			type: 'boolean',
			default: true,
			description:
				'Whether to pass over messages that you wrote yourself, so that an answer does not trigger again',
		},
	],
	filters: [
		{
			...conversations(
				{ list: {} },
				'Only messages of these conversations; none means all that you can read',
			),
			required: false,
		},
		scopes,
		senders,
		{
			displayName: 'Text Contains',
			name: 'textContains',
			type: 'string',
			default: '',
			placeholder: 'e.g. invoice',
			description:
				'Only messages with this text, in upper or lower case. The node looks for it itself, in what the service shows of long texts.',
		},
	],
	lookback: HOUR,
	async *read(reader, from, to = reader.now + DAY) {
		const { sender_user_refs } = reader.filters;
		const filters: IDataObject = { start_at: from, end_at: to, order: 'session_time_asc' };
		if (sender_user_refs) filters.sender_user_refs = sender_user_refs;
		for (const uids of chunksOf(
			await conversationsOf(reader, from),
			LIMITS.conversationsPerRequest,
		)) {
			for await (const messages of messagePages(reader.ask, uids, filters, Infinity)) {
				yield await wanted(messages, reader);
			}
		}
	},
	fact: (row) => ({
		id: `${uidOf(row, 'chat_session_uid')}#${String(row.sequence).padStart(12, '0')}`,
		time: timeOf(row.message_at),
	}),
};

/** The conversations to look into: the chosen ones, or those with a message since `from`. */
async function conversationsOf({ filters, ask }: Reader, from: number): Promise<string[]> {
	const { chat_session_uids, scopes } = filters;
	if (chat_session_uids && !scopes) return [...new Set(chat_session_uids as string[])];
	const request: IDataObject = { last_message_from: from, ...(scopes && { scopes }) };
	const uids: string[] = [];
	for await (const { rows } of paginate(
		{ url: '/api/v1/chat/conversations/query', ask },
		request,
	)) {
		for (const row of rows) uids.push(uidOf(row, 'chat_session_uid'));
	}
	const chosen = chat_session_uids as string[] | undefined;
	return [...new Set(uids)].filter((uid) => chosen?.includes(uid) ?? true);
}

/** The messages that pass the filters which the service does not have. */
async function wanted(messages: IDataObject[], reader: Reader): Promise<IDataObject[]> {
	const { ignoreMyOwn, textContains } = reader.own;
	const text = String(textContains ?? '').toLowerCase();
	const found = messages.filter((message) =>
		`${String(message.title ?? '')}\n${String(message.text_content ?? '')}`
			.toLowerCase()
			.includes(text),
	);
	if (ignoreMyOwn === false || found.length === 0) return found;
	const self = await ownReference(reader);
	return found.filter(({ sender }) => (sender as IDataObject).sender_user_ref !== self);
}
