import type { Output } from '../../shared/outputs';

/** Outcome of a change of a record, with where the record is filed. */
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

/** A record, where it is filed, and where a search found its words. */
export const recordOutput: Output = {
	...recordOutcome,
	always: ['title', 'text_content', 'send_at'],
};

/** A personal topic of records. */
export const topicOutput: Output = {
	first: ['topic_name', 'display_path', 'topic_uid', 'parent_topic_uid'],
	nested: { container: { kind: 'container', topic_uid: 'topic_uid' } },
	derive: ({ title }) => ({ topic_name: title }),
	without: ['title', 'container'],
};
