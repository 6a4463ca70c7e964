import type { IDataObject } from 'n8n-workflow';

import type { Path } from '../../shared/contract';
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
	textsIn,
} from '../../shared/api';
import { LIMITS, PAGE_SIZES } from '../../shared/limits';
import {
	type Endpoint,
	type InputItem,
	listEndpoint,
	pagesInParts,
	readWindows,
	writesFile,
} from '../../shared/operations';
import { completion } from './completeMessages';

export const MESSAGES_URL = '/api/v1/chat/messages/query';

/** Orders of the contract. Both compare conversations first, then times. */
const ASCENDING = 'session_time_asc';
const DESCENDING = 'session_time_desc';

/**
 * queryChatMessages for any number of conversations and any time range: conversations in groups of 100, the range in
 * windows of 366 days. With Limit, the newest messages of all conversations together; with Return All, one conversation
 * after the other. One row per message, with its conversation and sender.
 */
export const messages: Endpoint = listEndpoint(async (item, _url, now) => {
	const { chat_session_uids, ...given } = item.body;
	// A file is read from its beginning, a list from its newest message
	const filters = { order: writesFile(item) ? ASCENDING : DESCENDING, ...given };
	const descending = filters.order === DESCENDING;
	const windows = halfOpenWindows(filters, 'start_at', 'end_at', { descending, now });
	const uids = [...new Set(textsIn(chat_session_uids))].sort();
	if (descending) uids.reverse();
	if (uids.length === 1) {
		const pagesOf = (window: IDataObject, how: Pages) =>
			pagesInParts(
				item,
				divisibleByTime({ time: 'message_at', descending }, window, (part) =>
					pagesFrom(item, uids, part, how),
				),
			);
		return {
			windows: windows.map((window) => ({ ...window, chat_session_uids: uids })),
			read: (wanted, from) => readWindows(windows, pagesOf, wanted, { from }),
			completion,
		};
	}
	const read = (wanted: number) =>
		wanted < Infinity
			? firstMessages(item, uids, windows, wanted)
			: allMessages(item, uids, windows);
	return { read, completion };
});

/** Number of messages to read, and the cursor of the first page. */
interface Pages {
	wanted: number;
	from?: string;
}

/** Messages, and whether there may be more behind them. */
interface Messages {
	rows: IDataObject[];
	more: boolean;
}

/**
 * The first messages of several conversations by time. The contract sorts by conversation, so a span of time with more
 * than a page is halved until its messages are all there.
 */
async function* firstMessages(
	item: InputItem,
	uids: string[],
	windows: IDataObject[],
	wanted: number,
): AsyncGenerator<Messages> {
	let missing = wanted;
	const spans = [...windows].reverse();
	for (let span = spans.pop(); span && missing > 0; span = spans.pop()) {
		const [from, to] = [Number(span.start_at), Number(span.end_at)];
		const isMoment = to - from === 1;
		const most = isMoment ? missing : PAGE_SIZES[MESSAGES_URL];
		const { rows, more } = await wholeSpan(item, uids, span, most);
		if (more && !isMoment) {
			const middle = from + Math.floor((to - from) / 2);
			const halves = [
				{ ...span, end_at: middle },
				{ ...span, start_at: middle },
			];
			spans.push(...(span.order === DESCENDING ? halves : halves.reverse()));
			continue;
		}
		const first = rows.sort(inTimeOrder(span.order === DESCENDING)).slice(0, missing);
		missing -= first.length;
		yield { rows: first, more: more || first.length < rows.length || spans.length > 0 };
	}
}

/** The messages of a span of time: all of them, or with `more` only some, as a group of conversations has over `most`. */
async function wholeSpan(
	item: InputItem,
	uids: string[],
	span: IDataObject,
	most: number,
): Promise<Messages> {
	const rows: IDataObject[] = [];
	for (const group of chunksOf(uids, LIMITS.conversationsPerRequest)) {
		let [found, more] = [0, false];
		for await (const page of pagesFrom(item, group, span, { wanted: most })) {
			found += page.rows.length;
			more = found >= most && page.data.has_more === true;
			for (const row of page.rows) rows.push(row);
		}
		if (more) return { rows, more };
	}
	return { rows, more: false };
}

/** Comparison of messages by time; at one time by conversation, then by sequence. */
function inTimeOrder(descending: boolean): (a: IDataObject, b: IDataObject) => number {
	const compare = (a: IDataObject, b: IDataObject) =>
		Number(a.message_at) - Number(b.message_at) ||
		String(a.chat_session_uid).localeCompare(String(b.chat_session_uid), 'en') ||
		Number(a.sequence) - Number(b.sequence);
	return descending ? (a, b) => compare(b, a) : compare;
}

/** Pages of some conversations, of which no other one may be there. */
async function* pagesFrom(
	item: InputItem,
	uids: string[],
	filters: IDataObject,
	how: Pages,
): AsyncGenerator<Page> {
	const ask = async (path: Path, body: IDataObject) => (await item.send(path, body)).data;
	for await (const page of messagePages(ask, uids, filters, how)) {
		if (!page.rows.every(({ chat_session_uid }) => uids.includes(String(chat_session_uid))))
			throw brokenAnswer('has messages of a conversation that was not asked for');
		yield page;
	}
}

/** The messages of all conversations, one after the other, each over all windows: as soon as their order is known. */
async function* allMessages(
	item: InputItem,
	uids: string[],
	windows: IDataObject[],
): AsyncGenerator<Messages> {
	for (const group of chunksOf(uids, LIMITS.conversationsPerRequest)) {
		const inOrder = windows.length === 1;
		const kept = new Map(group.map((uid): [string, IDataObject[]] => [uid, []]));
		for (const window of windows) {
			const read = (part: string[]) => pagesFrom(item, part, window, { wanted: Infinity });
			const list = divisibleByConversation(group, read);
			for await (const { rows } of inOrder ? pagesInParts(item, list) : read(group)) {
				if (inOrder) yield { rows, more: false };
				else for (const row of rows) kept.get(String(row.chat_session_uid))!.push(row);
			}
		}
		for (const rows of kept.values()) if (!inOrder) yield { rows, more: false };
	}
}

/**
 * Messages of several conversations, which can be divided by conversation. The contract does not say how the service
 * compares identifiers, so a conversation that comes earlier in this order may still follow: the next part asks for it too.
 */
function divisibleByConversation(
	uids: string[],
	read: (uids: string[]) => AsyncGenerator<Page>,
): Divisible {
	const position = ({ chat_session_uid }: IDataObject) => uids.indexOf(String(chat_session_uid));
	/** By the position that was reached: conversations before it without messages so far */
	const missing = new Map<number, string[]>();
	return {
		end: uids.length,
		position,
		pages: async function* (from = 0, to) {
			const asked = new Set([...(missing.get(from) ?? []), ...uids.slice(from, to)]);
			for await (const page of read([...asked])) {
				for (const { chat_session_uid } of page.rows) asked.delete(String(chat_session_uid));
				const last = page.rows.map(position).pop() ?? from;
				const before = [...asked].filter((uid) => uids.indexOf(uid) < last);
				missing.set(last, before);
				yield page;
			}
		},
	};
}

/** Pages of one query, each flattened to its messages. `wanted` counts messages, not the contract's groups. */
export async function* messagePages(
	ask: (path: Path, body: IDataObject) => Promise<IDataObject>,
	chat_session_uids: string[],
	filters: IDataObject,
	{ wanted, from }: Pages,
): AsyncGenerator<Page> {
	if (wanted <= 0) return;
	let missing = wanted;
	let empty = 0;
	let asked = 0;
	const sized = async (url: Path, body: IDataObject) =>
		await ask(url, { ...body, limit: (asked = Math.min(Number(body.limit), missing)) });
	const query = { ...filters, chat_session_uids };
	for await (const page of paginate({ url: MESSAGES_URL, ask: sized }, query, { from })) {
		const { rows } = page;
		const messages = rows.flatMap(messagesIn);
		if (messages.length > asked)
			throw brokenAnswer(`has ${messages.length} messages instead of ${asked}`);
		missing -= messages.length;
		// A page whose groups have no messages counts as an empty page
		empty = messages.length > 0 ? 0 : empty + 1;
		if (empty >= LIMITS.maxEmptyPages)
			throw brokenAnswer('promises more pages, but its groups contain no messages');
		yield { ...page, rows: messages };
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
