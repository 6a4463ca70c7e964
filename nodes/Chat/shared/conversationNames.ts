import type { IDataObject } from 'n8n-workflow';

import { NameList, type ReadContext } from '../../shared/api';
import type { Setting } from '../../shared/form';
import type { RowContext } from '../../shared/rows';
import { isObject } from '../../shared/objects';

/** Option that adds names of conversations and senders. */
export const resolveNames: Setting = {
	displayName: 'Resolve Names',
	name: 'resolveNames',
	type: 'boolean',
	default: true,
	description:
		'Whether to add the name and kind of the conversation, and sender names that are missing',
};

/** A value of an answer. */
type Value = IDataObject[string];

/** Name and kind of a conversation. */
interface Conversation {
	name: Value;
	kind: Value;
}

/** Names of conversations and people from the list of conversations (listChatConversations). */
class ConversationNames {
	private readonly conversations = new Map<unknown, Conversation>();
	private readonly people = new Map<unknown, Value>();
	private readonly list: NameList;

	constructor(send: ReadContext['send']) {
		this.list = new NameList('/api/v1/chat/conversations/list', send, (row) => {
			const { chat_session_uid, display_name: name = null, kind, participant_user_ref } = row;
			this.conversations.set(chat_session_uid, { name, kind });
			// The contract knows nobody in a pending conversation (document 2, Chat conversation)
			if (kind === 'direct' && participant_user_ref && name)
				this.people.set(participant_user_ref, name);
		});
	}

	/** Reads the list until these conversations and people are known. */
	async find(uids: Set<unknown>, people: Set<unknown>): Promise<void> {
		await this.list.readUntil(
			() =>
				[...uids].every((uid) => this.conversations.has(uid)) &&
				[...people].every((reference) => this.people.has(reference)),
		);
	}

	of(uid: unknown): Conversation {
		return this.conversations.get(uid) ?? { name: null, kind: null };
	}

	person(reference: unknown): Value {
		return this.people.get(reference) ?? null;
	}
}

/** Fields that Resolve Names adds. */
export const NAMES = ['conversation_name', 'conversation_kind'];

/**
 * Adds `conversation_name` and `conversation_kind` to messages, and `sender_name` where the service left it out and the
 * sender has a private chat with the account. Unknown names are null.
 */
export async function withNames(
	messages: IDataObject[],
	{ run, send }: RowContext,
): Promise<IDataObject[]> {
	if (messages.length === 0) return messages;
	const names = run.cache.once(ConversationNames, () => new ConversationNames(send));
	const nameless = messages.map(senderOf).filter(({ sender_name }) => !sender_name);
	const uids = new Set(messages.map(({ chat_session_uid }) => chat_session_uid));
	const refs = new Set(nameless.flatMap(({ sender_user_ref }) => sender_user_ref ?? []));
	await names.find(uids, refs);
	return messages.map((message) => {
		const { name, kind } = names.of(message.chat_session_uid);
		const sender = withSenderName(senderOf(message), names);
		// A hit of a search has the fields of the sender itself
		const named = isObject(message.sender) ? { ...message, sender } : sender;
		return { ...named, conversation_name: name, conversation_kind: kind };
	});
}

/** The object with the sender fields: `sender` of a message, or a search hit itself. */
function senderOf(message: IDataObject): IDataObject {
	return isObject(message.sender) ? message.sender : message;
}

/** The sender fields with `sender_name`, taken from the list of conversations if it is missing. */
function withSenderName(sender: IDataObject, names: ConversationNames): IDataObject {
	if (sender.sender_name) return sender;
	return { ...sender, sender_name: names.person(sender.sender_user_ref) };
}
