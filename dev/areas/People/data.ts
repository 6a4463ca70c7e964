import type { AccountData } from '../../fake-service/account';
import type { Area } from '../area';
import type { Documented } from '../../contract/types';
import { Store } from '../../fake-service/store';
import { randomFor, type Seeding } from '../../fake-service/data/seeding';
import { firstNames, groupNames, lastNames, otherNames } from '../../fake-service/data/words';

export type Relationship = Documented<'PersonCandidate'>['relationships'][number];

export interface StoredPerson {
	user_ref: string;
	nickname: string;
	/** The remark of the account for a contact. */
	remark?: string;
	svc_id?: string;
	/** Empty for people without a relationship, such as the author of an old note. */
	relationships: Relationship[];
}

export interface StoredConversation {
	chat_session_uid: string;
	kind: Documented<'ChatConversation'>['kind'];
	/** Name of a group; a direct conversation has the name of the other person. */
	name?: string;
	/** All participants except the account itself. */
	members: string[];
}

declare module '../../fake-service/account' {
	interface AccountData {
		people: Store<StoredPerson>;
		/** The conversations of people, from which the data of chats is made. */
		knownConversations: Store<StoredConversation>;
	}
	interface Size {
		people: number;
	}
}

const relationshipsInTurn: Relationship[][] = [
	['contact', 'private_chat'],
	['shared_group'],
	['contact'],
	['contact', 'private_chat', 'shared_group'],
	['private_chat'],
	[],
	['contact', 'shared_group'],
	['private_chat', 'shared_group'],
];

function seedPeople(
	seeding: Seeding,
	{ profile }: AccountData,
): Pick<AccountData, 'people' | 'knownConversations'> {
	const random = randomFor(seeding, 'people');
	const people = new Store<StoredPerson>();
	people.set(profile.user_ref, {
		user_ref: profile.user_ref,
		nickname: profile.nickname,
		svc_id: profile.svc_id,
		relationships: ['self'],
	});
	for (let i = 0; i < seeding.size.people; i++) {
		const relationships = relationshipsInTurn[i % relationshipsInTurn.length];
		// The first three people have the same name.
		const nickname =
			i < 3
				? 'Ada Fields'
				: i % 10 === 9
					? random.pick(otherNames)
					: `${random.pick(firstNames)} ${random.pick(lastNames)}`;
		const person: StoredPerson = { user_ref: random.uid('usr'), nickname, relationships };
		if (random.chance(0.8)) person.svc_id = `member-${10_000 + 37 * i}`;
		if (relationships.includes('contact') && i % 3 === 0) {
			person.remark = `${nickname} (${random.pick(groupNames)})`;
		}
		people.set(person.user_ref, person);
	}
	return { people, knownConversations: seedConversations(seeding, [...people.values()]) };
}

function seedConversations(seeding: Seeding, people: StoredPerson[]): Store<StoredConversation> {
	const random = randomFor(seeding, 'conversations');
	const conversations = new Store<StoredConversation>();
	const add = (conversation: Omit<StoredConversation, 'chat_session_uid'>) => {
		const chat_session_uid = random.uid('chat');
		conversations.set(chat_session_uid, { chat_session_uid, ...conversation });
	};
	for (const { relationships, user_ref } of people) {
		if (relationships.includes('private_chat')) add({ kind: 'direct', members: [user_ref] });
		else if (relationships.includes('contact')) add({ kind: 'pending', members: [user_ref] });
	}
	const inGroups = people.filter(({ relationships }) => relationships.includes('shared_group'));
	if (inGroups.length > 0) {
		for (const [i, name] of groupNames.entries()) {
			const members = inGroups.filter((_person, j) => j % groupNames.length === i);
			const others = random.some(inGroups, random.int(1, 6));
			add({
				kind: 'group',
				name,
				members: [...new Set([...members, ...others].map(({ user_ref }) => user_ref))],
			});
		}
	}
	return conversations;
}

export const data: Area['data'] = { people: seedPeople, knownConversations: seedPeople };
export const sizes: Area['sizes'] = { people: { a: 60, b: 12 } };
