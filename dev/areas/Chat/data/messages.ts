import type { AccountData } from '../../../fake-service/account';
import type { Documented } from '../../../contract/types';
import type { Random } from '../../../fake-service/random';
import { Store } from '../../../fake-service/store';
import type { BotsData } from '../../Bots/data';
import { botLines, chatLines } from '../../../fake-service/data/chatWords';
import type { StoredChat } from './chats';
import type { StoredRecord } from '../../Records/data';
import { day, hour, minute, randomFor, type Seeding } from '../../../fake-service/data/seeding';
import { lastNames, notes } from '../../../fake-service/data/words';

export type Sender = Documented<'ChatSender'>;

export interface StoredMessage extends Pick<
	Documented<'ChatMessage'>,
	'chat_session_uid' | 'sequence' | 'message_at' | 'record_state' | 'title'
> {
	sender: Sender;
	text_content: string;
	/** The native record; if the account has it, state, title and text are those of the record. */
	record_uid?: string;
	/** The person in whose name a bot sent it. */
	borrowed_user_ref?: string;
	/** True for a kind of message that cannot be withdrawn. */
	fixed?: boolean;
	/** Time of the first withdrawal. */
	withdrawn_at?: number;
}

/** Messages by conversation and sequence. */
export class Messages extends Store<StoredMessage> {
	readonly #last = new Map<string, number>();

	add(message: StoredMessage): void {
		this.set(`${message.chat_session_uid} ${message.sequence}`, message);
	}

	override set(uid: string, message: StoredMessage): this {
		const { chat_session_uid, sequence } = message;
		this.#last.set(chat_session_uid, Math.max(sequence, this.lastOf(chat_session_uid)));
		return super.set(uid, message);
	}

	at(chat_session_uid: string, sequence: number): StoredMessage | undefined {
		return this.get(`${chat_session_uid} ${sequence}`);
	}

	/** The highest sequence that a conversation ever had, 0 before its first message. */
	lastOf(chat_session_uid: string): number {
		return this.#last.get(chat_session_uid) ?? 0;
	}
}

declare module '../../../fake-service/account' {
	interface AccountData {
		messages: Messages;
	}
	interface Size {
		/** Without the records in chats. */
		messages: number;
	}
}

/** A message before it has its place in the conversation. */
interface Draft {
	at: number;
	record?: StoredRecord;
}

const span = 3 * 365 * day;

export function seedMessages(
	seeding: Seeding,
	{ profile, people, records }: AccountData,
	{ bots, botBindings }: BotsData,
	{ conversations }: Pick<AccountData, 'conversations'>,
): Pick<AccountData, 'messages'> {
	const random = randomFor(seeding, 'messages');
	const chats = [...conversations.values()];
	const drafts = new Map<string, Draft[]>(chats.map((chat) => [chat.chat_session_uid, []]));
	const speaking = chats.flatMap((chat, i) => {
		// Some conversations have no messages.
		if (!chat.scopes.includes('private_chat') && chat.kind === 'pending') return [];
		if (chat.kind === 'direct' && i % 9 === 5) return [];
		return new Array<StoredChat>(chat.kind === 'group' ? 6 : chat.kind === 'direct' ? 2 : 1).fill(
			chat,
		);
	});
	for (let i = 0; i < seeding.size.messages && speaking.length > 0; i++) {
		// Recent times are more frequent.
		const at = seeding.now - Math.ceil(random.next() ** 2 * span) - minute;
		drafts.get(random.pick(speaking).chat_session_uid)!.push({ at });
	}
	for (const record of records.values()) {
		if (record.chat_session_uid) {
			drafts.get(record.chat_session_uid)?.push({ at: record.send_at, record });
		}
	}

	const formerNames = new Map<string, string>();
	for (const [i, { user_ref, nickname }] of [...people.values()].entries()) {
		if (i % 4 === 0)
			formerNames.set(user_ref, `${nickname.split(' ')[0]} ${random.pick(lastNames)}`);
	}
	const user = (user_ref: string, at: number): Sender => {
		const nickname = people.get(user_ref)?.nickname;
		const former = at < seeding.now - 200 * day ? formerNames.get(user_ref) : undefined;
		// Optional in the contract, so it is sometimes missing.
		const sender_name = random.chance(0.05) ? undefined : (former ?? nickname);
		return { sender_kind: 'user', sender_user_ref: user_ref, sender_name };
	};
	const bot = (bot_uid: string): Sender => ({
		sender_kind: 'bot',
		sender_bot_uid: bot_uid,
		sender_name: bots.get(bot_uid)!.name,
	});

	const messages = new Messages();
	for (const chat of chats) {
		const { chat_session_uid } = chat;
		const ofChat = drafts.get(chat_session_uid)!.sort((x, y) => x.at - y.at);
		const present = [...chat.members.values()];
		const owned = chat.members.get(profile.user_ref)!.role === 'owner';
		const botsHere = chat.bot_uid ? [chat.bot_uid] : botBindings.botsOf(chat_session_uid);
		let sequence = 0;
		let before = 0;
		for (const [i, { at, record }] of ofChat.entries()) {
			// Sequences have gaps.
			sequence += random.chance(0.1) ? random.int(2, 4) : 1;
			const message_at = record?.send_at ?? timeInTurn(i, at, before);
			before = message_at;
			const message: StoredMessage = {
				chat_session_uid,
				sequence,
				sender: user(record?.creator_user_ref ?? random.pick(present).user_ref, message_at),
				message_at,
				record_state: 'available',
				text_content: '',
			};
			if (record) {
				Object.assign(message, {
					record_uid: record.record_uid,
					title: record.title,
					text_content: record.text_content,
				});
			} else {
				message.record_state = stateInTurn(i);
				message.text_content = sentence(random, i, people.get(random.pick(present).user_ref));
				if (random.chance(0.08))
					message.title = random.pick(notes)(random.pick, random.int, '').title;
				const speaks = chat.bot_uid ? random.chance(0.5) : i % 12 === 5;
				if (botsHere.length > 0 && speaks) {
					message.sender = bot(random.pick(botsHere));
					message.text_content = random.pick(botLines)(random.pick, random.int);
					if (chat.kind === 'group' && i % 24 === 5) {
						message.borrowed_user_ref = random.pick(present).user_ref;
					}
				} else if (chat.kind === 'group' && i % 60 === 43) {
					// A person who is no longer known in the group.
					message.sender = { sender_kind: 'user', sender_user_ref: random.uid('usr') };
				}
			}
			if (chat.kind === 'group' && i % 20 === 7) message.fixed = true;
			if (owned && !record && i % 50 === 31) message.withdrawn_at = message_at + hour;
			messages.add(message);
		}
	}
	return { messages };
}

/**
 * Every eighth message has the time of the previous one, and some come late: their time is before that of messages
 * with a smaller sequence.
 */
function timeInTurn(i: number, at: number, before: number): number {
	if (i === 0) return at;
	if (i % 8 === 3) return before;
	return i % 37 === 20 ? before - 2 * hour : at;
}

function stateInTurn(i: number): StoredMessage['record_state'] {
	return ({ 13: 'missing', 17: 'unavailable', 23: 'protected' } as const)[i % 30] ?? 'available';
}

/** A line, a note, or sometimes a long text. */
function sentence(random: Random, i: number, person: { nickname: string } | undefined): string {
	const who = person?.nickname ?? 'all';
	const note = () => random.pick(notes)(random.pick, random.int, who).text;
	if (i % 15 === 4) return Array.from({ length: random.int(4, 9) }, note).join('\n\n');
	return random.chance(0.2) ? note() : random.pick(chatLines)(random.pick, random.int, who);
}
