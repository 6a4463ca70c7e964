import type { Output } from '../../shared/rows';

/** Simplified form of a record's container. `topic_uid` is null in no topic; both fields are missing if it is unknown. */
const topic = {
	nested: { container: { kind: 'container', topic_uid: 'topic_uid' } },
	onlyIfKnown: 'container topic topic_uid',
	derive: ({ container }) => (container === 'unclassified' ? { topic_uid: null } : {}),
} satisfies Partial<Output>;

/** Fields of headings: the name of a topic, and its ID where the name is not known. */
const TOPIC = 'topic topic_uid';

/** Simplified form of a record. */
export const recordOutput: Output = {
	fields: `
		title text_content send_at origin state container topic record_uid topic_uid creator_user_ref
		version
	`,
	answered: 'record_uid state creator_user_ref origin title text_content send_at version container',
	...topic,
	usual: { container: 'topic' },
	details: 'state creator_user_ref version',
	text: 'send_at title text_content',
	groups: { day: 'send_at', topic: TOPIC },
};

/** Simplified form of a search hit: the record, and where and how it was found. */
export const recordHitOutput: Output = {
	fields: `
		title snippet text_content send_at matched_fields origin state container topic record_uid
		topic_uid creator_user_ref version source_kind source_topic_uid source_chat_session_uid
	`,
	answered: 'record source matched_fields snippet',
	...topic,
	nested: { record: 'keep', source: {}, ...topic.nested },
	onRequest: 'matched_fields source_kind source_topic_uid',
	usual: { container: 'topic', source_chat_session_uid: null },
	details: 'origin state creator_user_ref version',
	text: 'send_at title snippet',
	groups: { day: 'send_at', topic: TOPIC },
};

/** Simplified form of a created record. */
export const createdRecordOutput: Output = {
	fields: `
		title text_content send_at container topic? record_uid topic_uid part? parts? text_shortened?
		title_shortened?
	`,
	...topic,
	usual: { container: 'topic' },
};

/** Simplified form of the outcome of a change of content. */
export const changedRecordOutput: Output = { fields: 'record_uid version status' };

/** Simplified form of the outcome of added text. */
export const appendedRecordOutput: Output = { fields: 'text_end? record_uid version status' };

/** Simplified form of the outcome of a move. */
export const movedRecordOutput: Output = {
	fields: 'container topic? record_uid topic_uid status',
	...topic,
	usual: { container: 'topic' },
};

/** Simplified form of the outcome of a deletion. */
export const deletedRecordOutput: Output = { fields: 'record_uid deleted status' };

/** Simplified form of a topic. */
export const topicOutput: Output = {
	fields: 'topic_name match? display_path topic_uid parent_topic_uid created_at',
	answered: 'container parent_topic_uid title display_path created_at',
	nested: { container: { kind: 'container', topic_uid: 'topic_uid' } },
	derive: ({ title }) => ({ topic_name: title }),
	without: 'title container',
	text: 'display_path',
};
