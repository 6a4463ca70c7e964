import type { ItemOf, ResultOf } from '../../../contract/types';
import type { Call, Handlers } from '../../../fake-service/call';
import type { Sender } from '../data/messages';
import { violation } from '../../../fake-service/failure';
import { newUid } from '../../../fake-service/random';
import { chatName, readable } from './access';
import {
	inAnyOrder,
	remember,
	replayed,
	validateBatch,
} from '../../../fake-service/handlers/writes';

/** Sending messages. */
export const sending: Handlers = {
	/** The last item is sent first, even within one conversation (see inAnyOrder). */
	sendChatMessages(call) {
		const { account } = call;
		// The form of mentions is a rule of the contract.
		validateBatch(call, ({ chat_session_uid, bot_mentions }, path) => {
			const chat = readable(account, chat_session_uid);
			if (!chat || chat.kind === 'pending') {
				throw violation(`${path}.chat_session_uid is not a conversation that can be sent to`);
			}
			for (const [i, { bot_uid }] of (bot_mentions ?? []).entries()) {
				if (!account.botBindings.of(chat_session_uid, bot_uid)) {
					throw violation(`${path}.bot_mentions[${i}].bot_uid is not a bot installed in the group`);
				}
			}
		});
		return {
			items: inAnyOrder(call.body.items, (item) => {
				let sent = replayed<ReturnType<typeof send>>(call, item);
				if (!sent || sent === 'conflict') remember(call, item, (sent = send(call, item)));
				return { item_id: item.item_id, ...sent };
			}),
		};
	},
};

/**
 * Appends a message to a conversation and returns its sequence. `message_at` can be any time: sequences follow the
 * execution, times need not.
 */
export function append(
	{ account }: Call,
	chat_session_uid: string,
	message: { sender: Sender; message_at: number; text_content: string; record_uid?: string },
): number {
	const sequence = account.messages.lastOf(chat_session_uid) + 1;
	account.messages.add({ chat_session_uid, sequence, record_state: 'available', ...message });
	return sequence;
}

/** The account as a sender, with its current name. */
export function ownSender({ account: { profile } }: Call): Sender {
	return { sender_kind: 'user', sender_user_ref: profile.user_ref, sender_name: profile.nickname };
}

/**
 * A message and its native record, which the account may change later. The "client business send time" is used as
 * the time for queries, so it can be in the past or future.
 */
function send(
	call: Call,
	{ chat_session_uid, text_content, send_at, idempotency_key }: ItemOf<'sendChatMessages'>,
): Omit<ResultOf<'sendChatMessages'>, 'item_id'> {
	const { account, seed } = call;
	const chat = account.conversations.get(chat_session_uid)!;
	const target_kind = chat.kind === 'group' ? 'group' : 'direct';
	const record_uid = newUid('rec', seed, account.id, 'sent message', idempotency_key);
	account.records.set(record_uid, {
		record_uid,
		state: 'available',
		creator_user_ref: account.profile.user_ref,
		origin: target_kind === 'group' ? 'group_chat' : 'private_chat',
		text_content,
		send_at,
		version: 1,
		container: { kind: 'unclassified' },
		chat_session_uid,
	});
	const sequence = append(call, chat_session_uid, {
		sender: ownSender(call),
		message_at: send_at,
		text_content,
		record_uid,
	});
	return {
		chat_session_uid,
		record_uid,
		sequence,
		target_kind,
		// Optional in the contract: every third answer omits the name, and every fourth message is in content review, but
		// readable. The others report that they are not, or omit the field.
		target_name: sequence % 3 === 0 ? undefined : chatName(account, chat),
		audit_pending: sequence % 2 === 0 ? sequence % 4 === 0 : undefined,
	};
}
