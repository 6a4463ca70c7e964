import { MINUTE } from '../../../nodes/shared/durations';
import { chatsById, peopleById } from '../../contract/choices';
import type { Account } from '../../fake-service/account';
import type { Area } from '../area';
import { OTHER, type Given, type Things } from '../things';
import type { StoredChat } from './data/chats';
import type { StoredMessage } from './data/messages';

declare module '../things' {
	interface Things {
		message: Given<StoredMessage, 'sequence' | 'message_at'>;
	}
}

/** A group with the account itself and one other member, chat_1 unless given. Returns its UID. */
export function addConversation(
	{ conversations, profile }: Account,
	other: string,
	given: Partial<StoredChat> = {},
): string {
	const member = (user_ref: string) =>
		[user_ref, { user_ref, status: 'active', role: 'participant', joined_at: 0 }] as const;
	const chat_session_uid = given.chat_session_uid ?? 'chat_1';
	const members = new Map([member(profile.user_ref), member(other)]);
	const group = { chat_session_uid, kind: 'group', scopes: ['group_chat'], members } as const;
	conversations.set(chat_session_uid, { ...group, ...given } as StoredChat);
	return chat_session_uid;
}

/** A message of the other member of chat_1. */
export function addMessage(account: Account, given: Things['message']): void {
	if (!account.conversations.has('chat_1')) addConversation(account, OTHER);
	account.messages.add({
		chat_session_uid: 'chat_1',
		sender: { sender_kind: 'user', sender_user_ref: OTHER },
		record_state: 'available',
		text_content: 'Hello',
		...given,
	});
}

/** `_event.id` of New Message. */
export function messageKey(given: {
	chat_session_uid?: string;
	sequence: number;
	message_at: number;
}): string {
	const { chat_session_uid = 'chat_1', sequence, message_at } = given;
	return `${chat_session_uid}#${String(sequence).padStart(12, '0')}#${message_at}`;
}

export const things: Area['things'] = { message: addMessage };

export const events: Area['events'] = {
	newMessage: {
		words: { lookback: '1 hour', foundBy: 'own time', id: 'conversation, sequence, time' },
		filtered: [
			{ filters: { scopes: ['contact', 'private_chat', 'group_chat'] } },
			{
				watch: 'selected',
				conversations: chatsById('chat_1,chat_2'),
				filters: { senders: peopleById('user_1') },
			},
		],
		happen: (message_at, number) => [
			{
				message: {
					sequence: number + 1,
					message_at,
					text_content: number % 2 ? 'Dogs' : 'Cats',
				},
			},
			messageKey({ sequence: number + 1, message_at }),
		],
		burst: true,
		late: 30 * MINUTE,
	},
};
