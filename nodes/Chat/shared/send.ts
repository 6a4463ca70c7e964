import type { IDataObject } from 'n8n-workflow';

import { CONTRACT, type Path } from '../../shared/contract';
import { exactRecord } from '../../shared/api';
import {
	batchWrite,
	type Endpoint,
	FailureError,
	hasText,
	inParts,
	type InputItem,
	isRefusal,
	onceOf,
	requestsAfter,
	type Result,
	type Write,
} from '../../shared/operations';
import { omit } from '../../shared/objects';
import { mentionTexts, withMentionsOf } from './mentions';
import { refuseOthers, withoutAllowed } from './onlyTo';

export const PRIVATE_CHATS_URL = '/api/v1/chat/conversations/create-private';

/** createPrivateChats: returns the private chat with a person, and creates it if there is none. */
export const privateChat: Write = {
	thing: 'private chat',
	target: ['target_user_ref'],
	repeat: 'idempotencyKey',
	uncertain: 'repeat',
	rowOf: (outcome) => omit(outcome, 'status'),
};

const { text_content } = CONTRACT['/api/v1/chat/messages/send'].fields;

/** sendChatMessages: outcomes have no status; a message in the answer was sent. */
const message: Write = {
	thing: 'message',
	creates: true,
	// The contract promises no order inside a request, so messages to one conversation need one request each
	target: ['chat_session_uid'],
	inOrder: ({ settings }: InputItem<{ keepOrder?: boolean }>) => settings.keepOrder !== false,
	repeat: 'idempotencyKey',
	stamp: 'send_at',
	succeeded: hasText('record_uid'),
	contents: exactRecord,
	echo: ['text_content', 'send_at'],
	named: { target_name: ['conversation', 'person'] },
	partsOf: inParts({
		field: 'text_content',
		maxLength: text_content.maxLength,
		undivided: mentionTexts,
		partOf: withMentionsOf,
	}),
};

const toConversations = batchWrite(message);
const openPrivateChats = batchWrite(privateChat);

/**
 * Sends messages to conversations, and to people through their private chats, which are created if needed. Only To counts
 * for the chat and for the person.
 */
export const sendMessages: Endpoint = Object.assign(
	async (items: InputItem[], url: Path) => {
		const chats = await chatsOf(items.filter(({ body }) => body.target_user_ref !== undefined));
		const failures = new Map(items.map((item) => [item, refusedSend(item, chats.get(item))]));
		const open = items.filter((item) => !failures.get(item));
		const sent =
			open.length === 0
				? []
				: await toConversations(
						withoutAllowed(open.map((item) => inChat(item, chats.get(item)))),
						url,
					);
		const results = new Map(open.map((item, i) => [item, explained(item, sent[i])]));
		return items.map((item): Result => results.get(item) ?? { error: failures.get(item)! });
	},
	{
		repeat: message.repeat,
		creates: message.creates,
		preview: previewMessages,
		refused: (items: InputItem[]) =>
			onceOf(items, { ...message, target: ['chat_session_uid', 'target_user_ref'] }).refused,
	},
);

/** Why an item cannot be sent: there is no private chat, or Only To does not have its recipient. */
function refusedSend(item: InputItem, chat: string | Error | undefined): Error | undefined {
	if (chat instanceof Error) return chat;
	const { target_user_ref, chat_session_uid } = item.body;
	const failure = refuseOthers(item, target_user_ref, chat ?? chat_session_uid);
	if (failure) item.run.fail();
	return failure;
}

/** The result, with what a refused request may mean. */
function explained({ body }: InputItem, result: Result): Result {
	if (!('error' in result) || !(result.error instanceof FailureError)) return result;
	const { failure } = result.error;
	if (!isRefusal(failure) || body.target_user_ref !== undefined) return result;
	// What the service refuses may be a bot that the message mentions
	if (body.bot_mentions !== undefined) return result;
	const description = `${failure.description} 'Conversation' takes the ID of a conversation; the ID of a person goes into 'Person'.`;
	return { error: new FailureError({ ...failure, description }) };
}

/** Value in a request that is known only when the request before it has been answered. */
const fromAnswer = (item: InputItem) =>
	`<chat_session_uid of the private chat with ${personOf(item)}>`;

/**
 * The requests of the items; the first one to a person also asks for the private chat, which nobody knows yet, so that Only To
 * counts for conversations alone.
 */
async function previewMessages(given: InputItem[], url: Path): Promise<Result[]> {
	const items = withoutAllowed(given);
	const asked = firstToEach(items.filter(({ body }) => body.target_user_ref !== undefined));
	const opened = asked.length > 0 ? await openPrivateChats.preview(asked, PRIVATE_CHATS_URL) : [];
	const chats = new Map(asked.map(({ index }, i) => [index, opened[i]]));
	const sent = await toConversations.preview(
		items.map((item) => (item.body.target_user_ref ? inChat(item, fromAnswer(item)) : item)),
		url,
	);
	return items.map(({ index, body }, i) => {
		const chat = chats.get(index);
		const failure = body.chat_session_uid && refuseOthers(given[i], body.chat_session_uid);
		if (failure) return { error: failure };
		return chat ? requestsAfter(chat, sent[i]) : sent[i];
	});
}

/** UID of the private chat for each item that goes to a person, or the error; one request item per person. */
async function chatsOf(items: InputItem[]): Promise<Map<InputItem, string | Error>> {
	if (items.length === 0) return new Map();
	const asked = firstToEach(items);
	const results = await openPrivateChats(asked, PRIVATE_CHATS_URL);
	const chats = new Map(
		results.map((result, i): [string, string | Error] => {
			const person = personOf(asked[i]);
			return [person, chatIn(result, person)];
		}),
	);
	return new Map(items.map((item) => [item, chats.get(personOf(item))!]));
}

function personOf({ body }: InputItem): string {
	return String(body.target_user_ref);
}

/** The first item to each person, with a body that asks for the private chat. */
function firstToEach(items: InputItem[]): InputItem[] {
	const first = new Map<string, InputItem>();
	for (const item of items) if (!first.has(personOf(item))) first.set(personOf(item), item);
	return [...first.values()].map((item) => ({
		...item,
		body: { target_user_ref: personOf(item) },
	}));
}

function chatIn(result: Result, person: string): string | Error {
	if ('error' in result) return result.error;
	const [row] = result.rows;
	const { chat_session_uid: chat, target_user_ref = person }: IDataObject = Object(row);
	if (typeof chat === 'string' && chat !== '' && target_user_ref === person) return chat;
	return new FailureError({
		message: 'The service did not return the private chat with this person',
		description:
			"The message was not sent. 'Conversation > Create Private Chat' shows the answer of the service.",
		plain: 'The message was not sent. Give the ID of the private chat, if another result shows it.',
	});
}

function inChat(item: InputItem, chat: string | Error | undefined): InputItem {
	if (typeof chat !== 'string') return item;
	const body = omit(item.body, 'target_user_ref');
	return { ...item, body: { ...body, chat_session_uid: chat }, asked: item.asked ?? item.body };
}
