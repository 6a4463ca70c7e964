import type { Account } from '../../fake-service/account';
import type { StoredChat } from './data/chats';
import type { StoredMessage } from './data/messages';
import type { Area } from '../area';
import { OTHER, type Given, type Things } from '../things';

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

export const things: Area['things'] = { message: addMessage };

const addGroup = (account: Account, chat_session_uid: string, name: string) =>
	addConversation(account, OTHER, { chat_session_uid, name });

export const named: Area['named'] = {
	'/api/v1/chat/conversations/resolve': addGroup,
	'/api/v1/chat/targets/resolve': addGroup,
};
