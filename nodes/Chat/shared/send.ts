import type { IDataObject } from 'n8n-workflow';

import { isOn } from '../../shared/api';
import {
	batchWrite,
	type Endpoint,
	FailureError,
	type InputItem,
	type Result,
	type Write,
} from '../../shared/operations';
import { omit } from '../../shared/omit';

export const PRIVATE_CHATS_URL = '/api/v1/chat/conversations/create-private';

/** createPrivateChats: returns the private chat with a person, and creates it if there is none. */
export const privateChat: Write = {
	thing: 'private chat',
	target: ['target_user_ref'],
	repeat: 'idempotencyKey',
	uncertain: { is: ({ status }) => status === 'unknown', then: 'repeat' },
	present: (outcome) => omit(outcome, 'status'),
};

/** sendChatMessages: outcomes have no status; a message in the answer was sent. */
const message: Write = {
	thing: 'message',
	creates: true,
	// The contract promises no order inside a request, so messages to one conversation need one request each
	target: ['chat_session_uid'],
	inOrder: ({ context }) => isOn(context, 'options.keepOrder', true),
	repeat: 'idempotencyKey',
	stamp: 'send_at',
	proof: 'record_uid',
};

const toConversations = batchWrite(message);
const openPrivateChats = batchWrite({ ...privateChat, isStep: true });

/** Sends messages to conversations, and to people through their private chats, which are created if needed. */
export const sendMessages: Endpoint = Object.assign(
	async (items: InputItem[], url: string) => {
		const chats = await chatsOf(items.filter(({ body }) => body.target_user_ref !== undefined));
		const open = items.filter((item) => !(chats.get(item) instanceof Error));
		const sent =
			open.length === 0
				? []
				: await toConversations(
						open.map((item) => inChat(item, chats.get(item))),
						url,
					);
		const results = new Map(open.map((item, i) => [item, sent[i]]));
		return items.map((item): Result => results.get(item) ?? { error: chats.get(item) as Error });
	},
	{ repeat: message.repeat },
);

/** UID of the private chat for each item that goes to a person, or the error; one request item per person. */
async function chatsOf(items: InputItem[]): Promise<Map<InputItem, string | Error>> {
	if (items.length === 0) return new Map();
	const personOf = ({ body }: InputItem) => String(body.target_user_ref);
	const first = new Map<string, InputItem>();
	for (const item of items) if (!first.has(personOf(item))) first.set(personOf(item), item);
	const asked = [...first.values()].map((item) => ({
		...item,
		body: { target_user_ref: personOf(item) },
	}));
	const results = await openPrivateChats(asked, PRIVATE_CHATS_URL);
	const chats = new Map(
		results.map((result, i): [string, string | Error] => [personOf(asked[i]), chatIn(result)]),
	);
	return new Map(items.map((item) => [item, chats.get(personOf(item))!]));
}

function chatIn(result: Result): string | Error {
	if ('error' in result) return result.error;
	const [{ chat_session_uid }] = result.rows as IDataObject[];
	if (typeof chat_session_uid === 'string') return chat_session_uid;
	return new FailureError({
		message: 'The service did not return the private chat with this person',
		description:
			"Nothing was sent for this item. 'Conversation > Create Private Chat' shows the answer of the service.",
	});
}

function inChat(item: InputItem, chat: string | Error | undefined): InputItem {
	if (typeof chat !== 'string') return item;
	const body = omit(item.body, 'target_user_ref');
	return { ...item, body: { ...body, chat_session_uid: chat } };
}
