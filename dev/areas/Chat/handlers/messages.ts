import type { Account } from '../../../fake-service/account';
import type { Documented, Request, ResultOf } from '../../../contract/types';
import { readingOf, type Call, type Handlers } from '../../../fake-service/call';
import type { Sender, StoredMessage } from '../data/messages';
import { readPage } from '../../../fake-service/paging';
import { orderRows, type Order } from '../../../fake-service/store';
import { isVisible, readable, visibleContent } from './access';

// Messages with the same time are ordered by sequence.
const ascending: Order<StoredMessage> = {
	key: ({ chat_session_uid, message_at, sequence }) => [chat_session_uid, message_at, sequence],
	directions: [1, 1, 1],
};
const ORDERS: Record<Request<'queryChatMessages'>['order'], Order<StoredMessage>> = {
	session_time_asc: ascending,
	session_time_desc: { ...ascending, directions: [-1, -1, -1] },
};
const bySequence: Order<StoredMessage> = { key: ({ sequence }) => [sequence], directions: [1] };

/** Reading messages. */
export const messages: Handlers = {
	queryChatMessages(call) {
		const { account, body } = call;
		const { messages } = account;
		const filter = messageFilter(account, body);
		const page = readPage(readingOf(call), messages.in(ORDERS[body.order]), filter);
		const groups = new Map<string, StoredMessage[]>();
		for (const message of page.items) {
			const group = groups.get(message.chat_session_uid);
			if (group) group.push(message);
			else groups.set(message.chat_session_uid, [message]);
		}
		const items = Array.from(groups, ([chat_session_uid, rows]) => ({
			chat_session_uid,
			...evidence(call, rows),
		}));
		return { ...page, items };
	},

	batchGetChatMessages: (call) => ({
		items: call.body.items.map(
			({ item_id, chat_session_uid, sequence }): ResultOf<'batchGetChatMessages'> => {
				const message = readMessage(call.account, chat_session_uid, sequence);
				return message
					? { item_id, lookup_status: 'found', message: exactView(call.account, message) }
					: { item_id, lookup_status: 'not_found', message: null };
			},
		),
	}),

	/**
	 * An unreadable conversation has no anchors. `snapshot_at` excludes later messages; earlier versions of texts are
	 * not stored, so the current ones are returned.
	 */
	readChatMessageContext(call) {
		const { account, body, settings } = call;
		const { chat_session_uid, sequences, snapshot_at = Infinity } = body;
		const chat = readable(account, chat_session_uid);
		const rows = [...(chat ? account.messages.values() : [])].filter(
			(message) =>
				message.chat_session_uid === chat_session_uid &&
				isVisible(message) &&
				message.message_at <= snapshot_at,
		);
		const inOrder = orderRows(rows, bySequence).rows;
		const places = inOrder.flatMap(({ sequence }, i) => (sequences.includes(sequence) ? [i] : []));
		const radius = settings.chat.context;
		const near = inOrder.filter((_row, i) => places.some((at) => Math.abs(at - i) <= radius));
		return {
			chat_session_uid,
			...evidence(call, near),
			// In the order of the conversation: the contract does not promise the order of the request.
			anchor_sequences: places.map((i) => inOrder[i].sequence),
		};
	},
};

/** The messages that a query or search reads; unreadable conversations add none. */
export function messageFilter(
	account: Account,
	{
		chat_session_uids,
		sender_user_refs,
		start_at = -Infinity,
		end_at = Infinity,
	}: Request<'queryChatMessages'> | Request<'searchChatMessages'>,
): (message: StoredMessage) => boolean {
	const chats = new Set(chat_session_uids.filter((uid) => readable(account, uid)));
	const senders = sender_user_refs && new Set(sender_user_refs);
	return (message) =>
		chats.has(message.chat_session_uid) &&
		isVisible(message) &&
		message.message_at >= start_at &&
		message.message_at < end_at &&
		(!senders || isSentBy(message, senders));
}

/** True if one of these real people sent it, not a bot in their name. */
export function isSentBy({ sender }: StoredMessage, user_refs: ReadonlySet<string>): boolean {
	return sender.sender_kind === 'user' && user_refs.has(sender.sender_user_ref!);
}

function readMessage(
	account: Account,
	chat_session_uid: string,
	sequence: number,
): StoredMessage | undefined {
	const message = account.messages.at(chat_session_uid, sequence);
	return message && isVisible(message) && readable(account, chat_session_uid) ? message : undefined;
}

/** Messages and the senders of their indexes: a person with two names is two senders. */
function evidence({ account, settings }: Call, rows: StoredMessage[]) {
	const places = new Map<string, number>();
	const senders: Sender[] = [];
	const messages = rows.map((message): Documented<'ChatMessageEvidence'> => {
		const { sender, sequence, message_at } = message;
		const identity = JSON.stringify(sender);
		if (!places.has(identity)) places.set(identity, senders.push(sender) - 1);
		const { record_state, title, text_content } = visibleContent(account, message);
		return {
			sequence,
			sender_index: places.get(identity)!,
			message_at,
			record_state,
			title,
			...bounded(text_content, settings.chat.textLimit, sequence),
		};
	});
	return { senders, messages };
}

function bounded(
	text: string | undefined,
	limit: number,
	sequence: number,
): Pick<Documented<'ChatMessageEvidence'>, 'text_content' | 'content_truncated'> {
	const points = [...(text ?? '')];
	if (points.length > limit) {
		return { text_content: points.slice(0, limit).join(''), content_truncated: true };
	}
	// Optional in the contract, so half of the messages that are not truncated omit it.
	return { text_content: text, ...(sequence % 2 === 0 ? { content_truncated: false } : {}) };
}

/** A message in an exact read, with the record only if the account may change it. */
function exactView(account: Account, message: StoredMessage): Documented<'ChatMessage'> {
	const { chat_session_uid, sequence, sender, message_at } = message;
	const record = account.records.get(message.record_uid ?? '');
	const mine = record?.creator_user_ref === account.profile.user_ref;
	const mutable = mine && record.state === 'available' && !record.locked;
	return {
		chat_session_uid,
		sequence,
		...sender,
		message_at,
		...visibleContent(account, message),
		record_uid: mutable ? record.record_uid : undefined,
		record_version: mutable ? record.version : undefined,
		mutable: mine ? mutable : undefined,
	};
}
