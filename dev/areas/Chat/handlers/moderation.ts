import type { Documented, ItemOf, ResultOf } from '../../../contract/types';
import { readingOf, type Call, type Handlers } from '../../../fake-service/call';
import type { StoredMessage } from '../data/messages';
import { digest } from '../../../fake-service/random';
import { demandGoverned, governed, type GroupReason } from './access';
import { isSentBy } from './messages';
import { inAnyOrder } from '../../../fake-service/handlers/writes';

/** Withdrawing other people's messages from own groups. */
export const moderation: Handlers = {
	/**
	 * Reads a limited number of messages for a page, whether or not they match, so pages can be short or empty while
	 * there is more. The cursor contains the upper bound.
	 */
	queryGroupMessageModerationTargets(call) {
		const { account, body, settings, cursors } = call;
		const { chat_session_uid, start_at = -Infinity, end_at = Infinity, limit } = body;
		const self = account.profile.user_ref;
		demandGoverned(account, chat_session_uid);

		const { cursor, cursorName, filters } = readingOf(call);
		const binding = [account.id, call.operation, filters];
		const { step, after } = cursor
			? cursors.open(binding, cursor, cursorName)
			: { step: 0, after: null };
		const [scanned, upper] = (after ?? [0, account.messages.lastOf(chat_session_uid)]) as number[];

		const senders = new Set(body.sender_user_refs);
		const items: Array<Documented<'GroupModerationTarget'>> = [];
		let at = scanned;
		let budget = call.paging === 'irregular' ? irregularScan(call, step) : settings.chat.maxScan;
		for (; at < upper && budget > 0 && items.length < limit; at++) {
			const message = account.messages.at(chat_session_uid, at + 1);
			if (!message) continue;
			budget--;
			const { message_at } = message;
			if (!isSentBy(message, senders) || message_at < start_at || message_at >= end_at) continue;
			items.push(target(message, self));
		}
		const has_more = at < upper;
		return {
			items,
			upper_sequence: upper,
			has_more,
			...(has_more
				? { next_page_cursor: cursors.seal(binding, { step: step + 1, after: [at, upper] }) }
				: {}),
		};
	},

	withdrawGroupMessages: (call) => ({
		items: inAnyOrder(call.body.items, (item): ResultOf<'withdrawGroupMessages'> => {
			const { item_id, chat_session_uid, sequence } = item;
			const coordinate = { item_id, chat_session_uid, sequence };
			const result = withdraw(call, item);
			return typeof result === 'string'
				? { ...coordinate, status: 'rejected', reason: result, changed: false }
				: { ...coordinate, status: 'succeeded', ...result };
		}),
	}),
};

/** 0 on the first page, then any number up to the setting. */
function irregularScan({ seed, operation, settings }: Call, step: number): number {
	if (step === 0) return 0;
	const dice = parseInt(digest(seed, operation, step).slice(0, 8), 16);
	return 1 + (dice % settings.chat.maxScan);
}

/**
 * `eligible` depends on structure and sender: a withdrawn message stays eligible, since withdrawing it again succeeds.
 */
function target(message: StoredMessage, self: string): Documented<'GroupModerationTarget'> {
	const { sequence, sender, message_at, fixed, withdrawn_at } = message;
	const own = sender.sender_user_ref === self;
	const reason = own ? 'own_message' : fixed ? 'invalid_message_state' : undefined;
	return {
		sequence,
		sender_user_ref: sender.sender_user_ref!,
		message_at,
		withdrawal_state: fixed ? 'unavailable' : withdrawn_at === undefined ? 'active' : 'withdrawn',
		eligible: reason === undefined,
		reason,
	};
}

/** The effect of the withdrawal, or the reason why it is rejected. */
function withdraw(
	{ account, clock }: Call,
	{ chat_session_uid, sequence }: ItemOf<'withdrawGroupMessages'>,
): Pick<ResultOf<'withdrawGroupMessages'>, 'changed' | 'withdrawn_at'> | GroupReason {
	const group = governed(account, chat_session_uid);
	if (typeof group === 'string') return group;
	const message = account.messages.at(chat_session_uid, sequence);
	if (!message) return 'message_not_found';
	const { sender_kind, sender_user_ref } = message.sender;
	if (sender_user_ref === account.profile.user_ref) return 'own_message';
	if (message.fixed) return 'invalid_message_state';
	// An owner cannot moderate bots.
	if (sender_kind === 'bot') return 'governance_conflict';
	if (!group.members.has(sender_user_ref!)) return 'member_unavailable';
	if (message.withdrawn_at !== undefined) {
		return { changed: false, withdrawn_at: message.withdrawn_at };
	}
	message.withdrawn_at = clock.now();
	account.messages.add(message);
	// The record stays, without the group as its source.
	const record = message.record_uid && account.records.get(message.record_uid);
	if (record) delete record.chat_session_uid;
	return { changed: true, withdrawn_at: message.withdrawn_at };
}
