import type { AccountData } from '../../fake-service/account';
import type { Area } from '../area';
import type { Documented } from '../../contract/types';
import { Store } from '../../fake-service/store';
import { day, minute, randomFor, type Seeding } from '../../fake-service/data/seeding';
import { formerTopics, notes, topicTree, type TopicSeed } from '../../fake-service/data/words';

export interface StoredTopic extends Omit<Documented<'Topic'>, 'container'> {
	topic_uid: string;
	/** False for a topic that is neither listed nor a destination. */
	valid: boolean;
}

export type Container = Documented<'Container'>;

export interface StoredRecord extends Required<Omit<Documented<'Record'>, 'state' | 'title'>> {
	state: Exclude<Documented<'Record'>['state'], 'missing'>;
	title?: Documented<'Record'>['title'];
	container: Container;
	/** The conversation of a record from a chat. */
	chat_session_uid?: string;
	/** `edit_at` of the last update. */
	edited_at?: number;
	/** True for a readable record of a kind that cannot be changed, moved or deleted. */
	locked?: boolean;
}

declare module '../../fake-service/account' {
	interface AccountData {
		topics: Store<StoredTopic>;
		records: Store<StoredRecord>;
	}
	interface Size {
		records: number;
	}
}

function seedRecords(
	seeding: Seeding,
	{ profile, people, knownConversations }: AccountData,
): Pick<AccountData, 'topics' | 'records'> {
	const random = randomFor(seeding, 'records');
	const topics = seedTopics(seeding);
	const valid = [...topics.values()].filter((topic) => topic.valid);
	const others = [...people.values()].filter(({ user_ref }) => user_ref !== profile.user_ref);
	const chats = [...knownConversations.values()];
	const direct = chats.filter(({ kind }) => kind === 'direct');
	const groups = chats.filter(({ kind }) => kind === 'group');
	const records = new Store<StoredRecord>();
	let send_at = 0;

	for (let i = 0; i < seeding.size.records; i++) {
		// Every twentieth record has the time of the previous one. Recent times are more frequent.
		if (i % 20 !== 19) send_at = seeding.now - Math.ceil(random.next() ** 2 * 120 * day) - minute;
		const kind = random.next();
		const chat =
			kind < 0.15 && direct.length > 0
				? random.pick(direct)
				: kind < 0.3 && groups.length > 0
					? random.pick(groups)
					: undefined;
		const inTopic = chat ? random.chance(0.3) : random.chance(0.6);
		const topic = inTopic ? random.pick(valid) : undefined;
		const byOther =
			others.length > 0 && (chat ? random.chance(0.7) : topic !== undefined && random.chance(0.2));
		const { title, text } = random.pick(notes)(
			random.pick,
			random.int,
			others.length > 0 ? random.pick(others).nickname : profile.nickname,
		);
		const record: StoredRecord = {
			record_uid: random.uid('rec'),
			state: stateInTurn(i),
			creator_user_ref: !byOther
				? profile.user_ref
				: chat
					? random.pick(chat.members)
					: random.pick(others).user_ref,
			origin: chat
				? chat.kind === 'group'
					? 'group_chat'
					: 'private_chat'
				: topic
					? 'topic'
					: 'self',
			...(random.chance(0.6) ? { title } : {}),
			text_content: text,
			send_at,
			version: random.int(1, 4),
			container: topic ? { kind: 'topic', topic_uid: topic.topic_uid } : { kind: 'unclassified' },
		};
		if (chat) record.chat_session_uid = chat.chat_session_uid;
		if (i % 25 === 15) record.locked = true;
		records.set(record.record_uid, record);
	}
	return { topics, records };
}

function stateInTurn(i: number): StoredRecord['state'] {
	return ({ 3: 'protected', 7: 'deleted', 11: 'hidden' } as const)[i % 25] ?? 'available';
}

function seedTopics(seeding: Seeding): Store<StoredTopic> {
	const random = randomFor(seeding, 'topics');
	const topics = new Store<StoredTopic>();
	const add = ({ title, children }: TopicSeed, parent?: StoredTopic, valid = true) => {
		const topic: StoredTopic = {
			topic_uid: random.uid('top'),
			title,
			display_path: parent ? `${parent.display_path} / ${title}` : title,
			valid,
		};
		if (parent) topic.parent_topic_uid = parent.topic_uid;
		// Optional in the contract, so it is sometimes missing.
		if (random.chance(0.8)) topic.created_at = seeding.now - random.int(130, 390) * day;
		topics.set(topic.topic_uid, topic);
		children?.forEach((child) => add(child, topic, valid));
	};
	// The second account has fewer topics.
	topicTree.slice(0, seeding.account === 'a' ? undefined : 2).forEach((seed) => add(seed));
	formerTopics.forEach((title) => add({ title }, undefined, false));
	return topics;
}

export const data: Area['data'] = { topics: seedRecords, records: seedRecords };
export const sizes: Area['sizes'] = { records: { a: 400, b: 40 } };
