import type { Account } from '../../../fake-service/account';
import type { Documented } from '../../../contract/types';
import type { StoredChat, StoredMember } from '../data/chats';
import type { StoredMessage } from '../data/messages';
import { violation } from '../../../fake-service/failure';

/** Checks of conversations and messages that several chat operations share. */

/** Reasons why a group or something in it cannot be changed. */
export type GroupReason = Documented<'GroupReason'>;

/** True if a real person takes part now. */
export function takesPart({ members, dissolved }: StoredChat, user_ref: string): boolean {
	return !dissolved && members.get(user_ref)?.status === 'active';
}

/** The conversation, if the account can read it. */
export function readable(account: Account, chat_session_uid: string): StoredChat | undefined {
	const chat = account.conversations.get(chat_session_uid);
	return chat && takesPart(chat, account.profile.user_ref) ? chat : undefined;
}

/** All conversations that the account can read. */
export function readableChats(account: Account): StoredChat[] {
	return [...account.conversations.values()].filter((chat) =>
		takesPart(chat, account.profile.user_ref),
	);
}

/** @throws Failure 400 for a conversation that the account cannot read */
export function demandReadable(account: Account, chat_session_uid: string): StoredChat {
	const chat = readable(account, chat_session_uid);
	if (!chat) throw violation('chat_session_uid is not a readable conversation');
	return chat;
}

/** The group if the account is its current valid owner, else the reason why the account cannot moderate it. */
export function governed(account: Account, chat_session_uid: string): StoredChat | GroupReason {
	const chat = account.conversations.get(chat_session_uid);
	if (chat?.kind !== 'group' || chat.dissolved) return 'group_unavailable';
	const self = chat.members.get(account.profile.user_ref);
	if (self?.status !== 'active') return 'actor_not_active';
	return self.role === 'owner' ? chat : 'governance_conflict';
}

/**
 * The group, for operations whose results have no reason.
 * @throws Failure 400 if the account is not its current valid owner
 */
export function demandGoverned(account: Account, chat_session_uid: string): StoredChat {
	const group = governed(account, chat_session_uid);
	if (typeof group === 'string') throw violation(`chat_session_uid: ${group}`);
	return group;
}

/** The other person of a private chat; undefined for a group or a chat with a bot. */
export function counterpart(account: Account, chat: StoredChat): string | undefined {
	if (chat.kind === 'group') return undefined;
	return [...chat.members.keys()].find((user_ref) => user_ref !== account.profile.user_ref);
}

/** The name of a member in the group, or else the public name; empty if the profile is unavailable. */
export function memberName(
	account: Account,
	{ nickname, user_ref }: StoredMember,
): string | undefined {
	return nickname ?? account.people.get(user_ref)?.nickname;
}

/** The name of a conversation for the account. */
export function chatName(account: Account, chat: StoredChat): string {
	if (chat.name) return chat.name;
	if (chat.bot_uid) return account.bots.get(chat.bot_uid)?.name ?? '';
	const other = counterpart(account, chat);
	if (other) {
		const person = account.people.get(other);
		return person?.remark ?? person?.nickname ?? '';
	}
	const present = [...chat.members.values()].filter(({ user_ref }) => takesPart(chat, user_ref));
	return present.map((member) => memberName(account, member) ?? '…').join(', ');
}

/** True if timelines and searches show a message. */
export function isVisible({ withdrawn_at }: StoredMessage): boolean {
	return withdrawn_at === undefined;
}

/**
 * Current state, title and text of a message: those of the native record if the account has it, so that a changed
 * record is a changed message.
 */
export function contentOf(
	account: Account,
	message: StoredMessage,
): Pick<StoredMessage, 'record_state' | 'title' | 'text_content'> {
	const record = message.record_uid && account.records.get(message.record_uid);
	if (!record) return message;
	const { state, title, text_content } = record;
	// The body of a deleted or hidden record is no longer available.
	const record_state = state === 'available' || state === 'protected' ? state : 'missing';
	return { record_state, title, text_content };
}

/** The body, if its state allows reading it. */
export function visibleContent(
	account: Account,
	message: StoredMessage,
): Pick<Documented<'ChatMessage'>, 'record_state' | 'title' | 'text_content'> {
	const { record_state, title, text_content } = contentOf(account, message);
	return record_state === 'available'
		? { record_state, title: title || undefined, text_content: text_content || undefined }
		: { record_state };
}
