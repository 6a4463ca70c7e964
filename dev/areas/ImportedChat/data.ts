import type { AccountData } from '../../fake-service/account';
import type { Area } from '../area';
import type { Documented } from '../../contract/types';
import type { Random } from '../../fake-service/random';
import { Store } from '../../fake-service/store';
import { day, hour, minute, randomFor, type Seeding } from '../../fake-service/data/seeding';
import { sentence, textOf } from '../../fake-service/data/speech';
import { firstNames, groupNames, lastNames, otherNames } from '../../fake-service/data/words';

export interface StoredImportedSender extends Documented<'ImportedSender'> {
	/** Identifies the sender; never in an answer. */
	id: string;
}

export type StoredImportedMember = StoredImportedSender & Documented<'ImportedGroupMember'>;

export interface StoredImportedMessage extends Documented<'ImportedMessage'> {
	conversation_uid: string;
	sender: StoredImportedSender;
}

type ImportedKind = StoredImportedMessage['kind'];

/** A snapshot: after adding messages, set the counts and times, and set the row again. */
export interface StoredImportedConversation extends Documented<'ImportedConversation'> {
	/** The person to whom the account has bound a direct conversation. */
	bound_user_ref?: string;
	/** The imported roster, if any. */
	members?: StoredImportedMember[];
	/** True if it exists, but the account cannot read it now. */
	unreadable?: boolean;
}

declare module '../../fake-service/account' {
	interface AccountData {
		importedConversations: Store<StoredImportedConversation>;
		importedMessages: Store<StoredImportedMessage>;
	}
	interface Size {
		importedConversations: number;
	}
}

const kindInTurn: ImportedKind[] = [
	'text',
	'text',
	'image',
	'text',
	'emoji',
	'voice',
	'text',
	'video',
	'text',
	'call',
	'text',
	'other',
	'text',
	'location',
];

/**
 * Conversations of about five years, groups among them. The first is a group of 120 members and 600
 * messages, the second a direct conversation of 300.
 */
function seedImportedChat(
	seeding: Seeding,
	{ people }: AccountData,
): Pick<AccountData, 'importedConversations' | 'importedMessages'> {
	const random = randomFor(seeding, 'imported chat');
	const persons = [...people.values()].filter(({ relationships }) => relationships[0] !== 'self');
	const self: StoredImportedSender = { id: random.uid('xp'), display_name: 'me', is_self: true };
	const importedConversations = new Store<StoredImportedConversation>();
	const importedMessages = new Store<StoredImportedMessage>();
	let last = 0;
	for (let i = 0; i < seeding.size.importedConversations; i++) {
		// Every eleventh conversation ends in the same millisecond as the previous one.
		if (i % 11 !== 10) last = seeding.now - hour - Math.floor(random.next() ** 2 * 1800 * day);
		const kind = i % 5 < 2 && i !== 1 ? 'group' : 'direct';
		const conversation: StoredImportedConversation = {
			...emptyConversation(random, kind, i),
			imported_at: last + random.int(0, 50) * minute,
		};
		const { conversation_uid } = conversation;
		const others = Array.from(
			{ length: kind === 'direct' ? 1 : i === 0 ? 119 : random.int(2, 12) },
			(): StoredImportedSender => ({
				id: random.uid('xp'),
				display_name: kind === 'direct' ? conversation.display_name : nameOf(random),
				is_self: false,
			}),
		);
		// Some messages of a group have no sender, and many members never write.
		const nobody = { id: `nobody ${i}`, display_name: '', is_self: false };
		const talkers = [self, ...others.slice(0, 8), ...(kind === 'group' ? [nobody] : [])];
		const count = i === 0 ? 600 : i === 1 ? 300 : i % 9 === 8 ? 0 : random.int(3, 100);
		for (const message of talk(random, conversation_uid, talkers, last, count)) {
			importedMessages.set(message.message_uid, message);
			take(conversation, message);
		}
		// Some old imports have no times.
		if (i % 17 === 15) delete conversation.last_sent_at;
		if (i % 7 === 5) delete conversation.imported_at;
		if (i % 13 === 12) conversation.unreadable = true;
		if (kind === 'direct' && i % 3 !== 2 && persons.length > 0) {
			// Sometimes two conversations are bound to one person.
			conversation.bound_user_ref = persons[Math.floor(i / 8) % persons.length].user_ref;
		}
		if (kind === 'group' && i % 10 !== 5) conversation.members = roster(random, self, others, i);
		importedConversations.set(conversation_uid, conversation);
	}
	return { importedConversations, importedMessages };
}

function nameOf(random: Random): string {
	return random.chance(0.15)
		? random.pick(otherNames)
		: random.chance(0.5)
			? random.pick(firstNames)
			: `${random.pick(firstNames)} ${random.pick(lastNames)}`;
}

function emptyConversation(
	random: Random,
	kind: StoredImportedConversation['kind'],
	i: number,
): StoredImportedConversation {
	const conversation_uid = random.uid('xc');
	const nickname = nameOf(random);
	const names =
		kind === 'group'
			? {
					display_name: random.pick(groupNames),
					...(i % 10 === 6 ? { remark: 'Old group (muted)' } : {}),
				}
			: i % 10 === 7
				? // Some people have only a number.
					{ display_name: `Contact ${100 + i}` }
				: i % 4 === 2
					? { display_name: `${nickname} / market`, remark: `${nickname} / market`, nickname }
					: { display_name: nickname, nickname };
	return {
		conversation_uid,
		kind,
		...names,
		avatar_url: i % 3 === 0 ? avatar(conversation_uid) : undefined,
		message_count: 0,
		voice_count: 0,
		image_count: 0,
		emoji_count: 0,
		video_count: 0,
		version: random.int(1, 9),
	};
}

function avatar(uid: string): string {
	return `https://avatars.example/${uid}.png`;
}

/** Messages from `last` backwards; every seventh has the same millisecond as the previous one. */
function talk(
	random: Random,
	conversation_uid: string,
	talkers: StoredImportedSender[],
	last: number,
	count: number,
): StoredImportedMessage[] {
	let sent_at = last;
	return Array.from({ length: count }, (_, i) => {
		if (i > 0 && i % 7 !== 6) {
			sent_at -= random.chance(0.1) ? random.int(1, 96) * hour : random.int(1000, 30 * minute);
		}
		const kind = kindInTurn[i % kindInTurn.length];
		return {
			message_uid: random.uid('xm'),
			conversation_uid,
			sender: random.pick(talkers),
			sent_at,
			kind,
			...contentOf(random, kind, i),
		};
	});
}

function contentOf(
	random: Random,
	kind: ImportedKind,
	i: number,
): Omit<StoredImportedMessage, 'message_uid' | 'conversation_uid' | 'sender' | 'sent_at' | 'kind'> {
	const plain = { content_truncated: false, has_media: false };
	// Lost media has no details either.
	const lost = i % 5 === 4;
	const media = { content_truncated: false, has_media: true };
	const size = random.int(2000, 9_000_000);
	const duration = random.int(1000, 60_000);
	switch (kind) {
		case 'text':
			return i % 24 === 6
				? { ...plain, text_content: textOf(random, 2000), content_truncated: true }
				: { ...plain, text_content: sentence(random) };
		case 'image':
			return lost ? plain : { ...media, mime_type: 'image/jpeg', media_size_bytes: size };
		case 'voice':
			return lost
				? { ...plain, text_content: '' }
				: { ...media, text_content: '', mime_type: 'audio/amr', media_duration_ms: duration };
		case 'video':
			return lost
				? plain
				: {
						...media,
						text_content: sentence(random),
						mime_type: 'video/mp4',
						media_size_bytes: size,
						media_duration_ms: duration,
					};
		case 'emoji':
			return { ...media, text_content: random.pick(['🎉', '👩🏽‍🎨', '[smile]']) };
		case 'location':
			return { ...plain, text_content: 'Boat shed, north side' };
		case 'call':
			return { ...plain, text_content: `${random.int(1, 50)} min` };
		case 'other':
			return plain;
	}
}

function take(conversation: StoredImportedConversation, { kind, sent_at }: StoredImportedMessage) {
	conversation.message_count++;
	if (kind === 'voice') conversation.voice_count++;
	if (kind === 'image') conversation.image_count++;
	if (kind === 'emoji') conversation.emoji_count++;
	if (kind === 'video') conversation.video_count++;
	conversation.last_sent_at ??= sent_at;
	conversation.first_sent_at = sent_at;
}

/** The members at the time of the import, without some people who wrote earlier; one roster is empty. */
function roster(
	random: Random,
	self: StoredImportedSender,
	others: StoredImportedSender[],
	i: number,
): StoredImportedMember[] {
	if (i === 11) return [];
	const gone = i === 0 ? 0 : 1;
	return [self, ...others.slice(gone)].map((sender): StoredImportedMember => ({
		...sender,
		is_friend: !sender.is_self && random.chance(0.4),
		avatar_url: random.chance(0.5) ? avatar(sender.id) : undefined,
	}));
}

export const data: Area['data'] = {
	importedConversations: seedImportedChat,
	importedMessages: seedImportedChat,
};
export const sizes: Area['sizes'] = { importedConversations: { a: 40, b: 6 } };
