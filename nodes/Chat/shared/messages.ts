import type { IDataObject } from 'n8n-workflow';

import {
	brokenAnswer,
	chunksOf,
	type Divisible,
	divisibleByTime,
	halfOpenWindows,
	inlineIndexes,
	listOf,
	type Page,
	paginate,
} from '../../shared/api';
import { LIMITS, PAGE_SIZES } from '../../shared/limits';
import {
	type Endpoint,
	type InputItem,
	moreThan,
	pagesOf,
	rowsOf,
	sinkOf,
	wantedOf,
} from '../../shared/operations';
import { omit } from '../../shared/omit';
import { completeMessages } from './completeMessages';

export const MESSAGES_URL = '/api/v1/chat/messages/query';

/**
 * queryChatMessages for any number of conversations and any time range: conversations in groups of 100, the range in
 * windows of 366 days. Rows are ordered as in the contract, by conversation and then by time. One row per message,
 * with its conversation and sender.
 */
export const messagesInOrder: Endpoint = rowsOf(async (item) => {
	const { chat_session_uids, ...filters } = omit(item.body, 'limit');
	const descending = filters.order === 'session_time_desc';
	const windows = halfOpenWindows(filters, 'start_at', 'end_at', descending);
	const uids = [...new Set(chat_session_uids as string[])].sort();
	if (descending) uids.reverse();
	const wanted = wantedOf(item);
	const sink = sinkOf(item, completeMessages);
	for (const group of groupsOf(uids, windows.length, wanted)) {
		// Conversations that were not read may have more messages
		if (sink.count >= wanted) {
			item.run.hint(moreThan(wanted, item));
			break;
		}
		for await (const messages of messagesOf(item, group, windows, wanted - sink.count)) {
			const missing = wanted - sink.count;
			if (messages.length > missing) item.run.hint(moreThan(wanted, item));
			await sink.add(messages.slice(0, missing));
		}
	}
	return await sink.end();
});

/**
 * Conversations in groups that are read together. With several windows, the first conversation of a group is complete
 * only after all windows were read, so with a limit the groups start small and grow.
 */
function groupsOf(uids: string[], windows: number, wanted: number): string[][] {
	if (windows === 1 || wanted === Infinity) return chunksOf(uids, LIMITS.conversationsPerRequest);
	const groups: string[][] = [];
	for (let from = 0, size = 1; from < uids.length; from += size, size *= 2) {
		size = Math.min(size, LIMITS.conversationsPerRequest);
		groups.push(uids.slice(from, from + size));
	}
	return groups;
}

/** The messages of some conversations, by conversation and then over all windows, as soon as their order is known. */
async function* messagesOf(
	item: InputItem,
	uids: string[],
	windows: IDataObject[],
	wanted: number,
): AsyncGenerator<IDataObject[]> {
	const byConversation = new Map(uids.map((uid): [string, IDataObject[]] => [uid, []]));
	const ask = async (path: string, body: IDataObject) => (await item.send(path, body)).data;
	// With several conversations and several windows, the limit can be applied only after everything was read
	const inOrder = windows.length === 1 || uids.length === 1;
	let found = 0;
	for (const window of windows) {
		const limit = inOrder ? wanted - found : Infinity;
		const read = (filters: IDataObject, part = uids) => messagePages(ask, part, filters, limit);
		const descending = window.order === 'session_time_desc';
		const list =
			uids.length === 1
				? divisibleByTime({ time: 'message_at', descending }, window, read)
				: divisibleByConversation(uids, (part) => read(window, part));
		for await (const { rows: messages } of inOrder ? pagesOf(item, list) : read(window)) {
			found += messages.length;
			for (const { chat_session_uid } of messages) {
				if (!byConversation.has(String(chat_session_uid)))
					throw brokenAnswer('has messages of a conversation that was not asked for');
			}
			if (inOrder) yield messages;
			else
				for (const message of messages)
					byConversation.get(String(message.chat_session_uid))!.push(message);
		}
	}
	if (!inOrder) yield* byConversation.values();
}

/**
 * Messages of several conversations, which can be divided by conversation. The contract does not say how the service
 * compares identifiers, so a conversation that comes earlier in this order may still follow: the next part asks for it too.
 */
function divisibleByConversation(
	uids: string[],
	read: (uids: string[]) => AsyncGenerator<Page>,
): Divisible {
	const position = ({ chat_session_uid }: IDataObject) => uids.indexOf(chat_session_uid as string);
	/** By the position that was reached: conversations before it without messages so far */
	const missing = new Map<number, string[]>();
	return {
		end: uids.length,
		position,
		pages: async function* (from = 0, to) {
			const asked = new Set([...(missing.get(from) ?? []), ...uids.slice(from, to)]);
			for await (const page of read([...asked])) {
				for (const { chat_session_uid } of page.rows) asked.delete(chat_session_uid as string);
				const last = page.rows.map(position).pop() ?? from;
				missing.set(
					last,
					[...asked].filter((uid) => uids.indexOf(uid) < last),
				);
				yield page;
			}
		},
	};
}

/** Pages of one query, each flattened to its messages. `wanted` counts messages, not the contract's groups. */
export async function* messagePages(
	ask: (path: string, body: IDataObject) => Promise<IDataObject>,
	chat_session_uids: string[],
	filters: IDataObject,
	wanted: number,
): AsyncGenerator<Page> {
	if (wanted <= 0) return;
	let missing = wanted;
	let empty = 0;
	const sized = async (url: string, body: IDataObject) =>
		await ask(url, { ...body, limit: Math.min(PAGE_SIZES[url], missing) });
	const source = { url: MESSAGES_URL, ask: sized };
	for await (const { rows, data } of paginate(source, { ...filters, chat_session_uids })) {
		const messages = rows.flatMap(messagesIn).slice(0, missing);
		missing -= messages.length;
		// A page whose groups have no messages counts as an empty page
		empty = messages.length > 0 ? 0 : empty + 1;
		if (empty >= LIMITS.maxEmptyPages)
			throw brokenAnswer('promises more pages, but its groups contain no messages');
		yield { rows: messages, data };
		if (missing <= 0) return;
	}
}

/** The messages of one group of an answer, each with its conversation and sender. */
export function messagesIn(group: IDataObject): IDataObject[] {
	const rows = listOf(group, 'messages');
	return inlineIndexes(rows, 'sender_index', 'sender', group.senders).map((message) => ({
		chat_session_uid: group.chat_session_uid,
		...message,
	}));
}
