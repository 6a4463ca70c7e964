import type { AccountData } from '../../../fake-service/account';
import type { Documented } from '../../../contract/types';
import { Store } from '../../../fake-service/store';
import type { BotsData } from '../../Bots/data';
import type { StoredPerson } from '../../People/data';
import type { Random } from '../../../fake-service/random';
import { day, randomFor, type Seeding } from '../../../fake-service/data/seeding';

export type ChatRole = Documented<'ChatRole'>;

export interface StoredMember extends Pick<
	Documented<'ChatMember'>,
	'user_ref' | 'role' | 'joined_at'
> {
	/** Name of the person in this group, if it differs from the public name. */
	nickname?: string;
	status: Documented<'GroupMember'>['membership_status'];
	/** Time since which joining is forbidden; undefined if it is allowed. */
	restricted_at?: number;
}

export interface StoredChat extends Pick<
	Documented<'ChatConversation'>,
	'chat_session_uid' | 'kind' | 'scopes'
> {
	/** Name of a group; some have none. */
	name?: string;
	/** Real people, current and former, including the account itself, by user_ref. */
	members: Map<string, StoredMember>;
	/** The bot of a dedicated conversation with the account. */
	bot_uid?: string;
	/** True for a dissolved group. */
	dissolved?: boolean;
}

declare module '../../../fake-service/account' {
	interface AccountData {
		conversations: Store<StoredChat>;
	}
}

/** The account's role in its groups, in turn. */
const ownRoles: ChatRole[] = [
	'owner',
	'participant',
	'admin',
	'owner',
	'participant',
	'owner',
	'participant',
];

/** The conversations of the people's data with everything that chat adds to them. */
export function seedChats(
	seeding: Seeding,
	{ profile, people, knownConversations }: AccountData,
	{ bots }: BotsData,
): Pick<AccountData, 'conversations'> {
	const random = randomFor(seeding, 'chats');
	const self = profile.user_ref;
	const conversations = new Store<StoredChat>();
	const add = (chat: StoredChat) => conversations.set(chat.chat_session_uid, chat);
	const joined = () => seeding.now - random.int(1100, 1400) * day;
	const member = (user_ref: string, facts: Partial<StoredMember> = {}): StoredMember => ({
		user_ref,
		status: 'active',
		role: 'participant',
		joined_at: joined(),
		...facts,
	});
	const roster = (members: StoredMember[]) =>
		new Map(members.map((row) => [row.user_ref, row] as const));

	const groups: StoredChat[] = [];
	for (const { chat_session_uid, kind, name, members } of knownConversations.values()) {
		if (kind === 'group') {
			const ownRole = ownRoles[groups.length % ownRoles.length];
			const rows = [member(self, { role: ownRole }), ...members.map((uid) => member(uid))];
			if (ownRole !== 'owner' && rows.length > 1) rows[1].role = 'owner';
			if (rows.length > 3) rows[3].role = 'admin';
			rows.forEach((row, i) => {
				if (i % 4 === 2) row.nickname = `${people.get(row.user_ref)?.nickname} (${name})`;
			});
			rows.push(...formerMembers(seeding, random, [...people.values()], rows));
			const group: StoredChat = {
				chat_session_uid,
				kind,
				scopes: ['group_chat'],
				name,
				members: roster(rows),
			};
			groups.push(group);
			add(group);
		} else {
			const isContact = people.get(members[0])?.relationships.includes('contact');
			const scopes: StoredChat['scopes'] = isContact ? ['contact'] : [];
			// A contact without an accepted chat may still be readable as a private chat.
			if (kind === 'direct' || random.chance(0.5)) scopes.push('private_chat');
			const rows = [member(self), ...members.map((uid) => member(uid))];
			add({ chat_session_uid, kind, scopes, members: roster(rows) });
		}
	}

	if (groups.length > 0) {
		const others = random.some([...groups[0].members.keys()], 4).filter((uid) => uid !== self);
		const group = (facts: Partial<StoredChat>, own: Partial<StoredMember>): StoredChat => ({
			chat_session_uid: random.uid('chat'),
			kind: 'group',
			scopes: ['group_chat'],
			members: roster([
				member(self, own),
				...others.map((uid, i) =>
					member(uid, { role: i === 0 && own.role !== 'owner' ? 'owner' : 'participant' }),
				),
			]),
			...facts,
		});
		add(group({}, {}));
		add(group({ name: 'Raft Builders' }, { status: 'left' }));
		add(group({ name: 'Winter Market', dissolved: true }, { role: 'owner' }));
	}
	for (const bot_uid of bots.keys()) {
		if (!random.chance(0.7)) continue;
		add({
			chat_session_uid: random.uid('chat'),
			kind: 'direct',
			scopes: ['private_chat'],
			members: roster([member(self)]),
			bot_uid,
		});
	}
	return { conversations };
}

/** Some former members who left, were removed or may not join again, one of them without a profile. */
function formerMembers(
	{ now }: Seeding,
	random: Random,
	people: StoredPerson[],
	present: StoredMember[],
): StoredMember[] {
	const known = new Set(present.map(({ user_ref }) => user_ref));
	const strangers = people.filter(({ user_ref }) => !known.has(user_ref));
	const others = random.some(strangers, 4);
	const joined_at = now - 1200 * day;
	const restricted_at = now - random.int(20, 400) * day;
	const row = (user_ref: string, facts: Partial<StoredMember>): StoredMember => ({
		user_ref,
		status: 'removed',
		role: 'participant',
		joined_at,
		...facts,
	});
	const [left, ...removed] = others;
	if (present.length > 2) present[2].restricted_at = restricted_at - day;
	return [
		...(left ? [row(left.user_ref, { status: 'left' })] : []),
		// Two with the same time, so that the person determines the order.
		...removed.map(({ user_ref }, i) => row(user_ref, i < 2 ? { restricted_at } : {})),
		row(random.uid('usr'), { restricted_at: restricted_at + day }),
	];
}
