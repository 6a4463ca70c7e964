import type { Output } from '../../shared/outputs';

/** Simplified form of the outcome of a write. */
export const recordOutcome: Output = {
	first: [
		'title',
		'snippet',
		'text_content',
		'send_at',
		'matched_fields',
		'origin',
		'state',
		'container',
		'record_uid',
		'topic_uid',
		'creator_user_ref',
		'version',
	],
	nested: { record: 'keep', container: { kind: 'container', topic_uid: 'topic_uid' }, source: {} },
};

/** Simplified form of a record and of a search hit. */
export const recordOutput: Output = {
	...recordOutcome,
	always: ['title', 'text_content', 'send_at'],
};

/** Simplified form of a topic. */
export const topicOutput: Output = {
	first: ['topic_name', 'display_path', 'topic_uid', 'parent_topic_uid'],
	nested: { container: { kind: 'container', topic_uid: 'topic_uid' } },
	derive: ({ title }) => ({ topic_name: title }),
	without: ['title', 'container'],
};
