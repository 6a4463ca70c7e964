import type { IDataObject } from 'n8n-workflow';

import type { Field, Setting } from '../../shared/form';
import { isGiven } from '../../shared/api';
import type { RowContext } from '../../shared/rows';

/** Only posts from records, or only those that extensions published. */
export const recordType = {
	displayName: 'Record Type',
	name: 'recordType',
	type: 'options',
	default: 'record',
	description: 'Only posts of this type',
	options: [
		{
			name: 'Extension Publication',
			value: 'extension_publication',
			description: 'Posts that an extension published',
		},
		{ name: 'Record', value: 'record', description: 'Posts that were published from a record' },
	],
	routing: { send: { type: 'body', property: 'record_type' } },
} satisfies Field;

/**
 * The filter on replies, which are left out without it. The node applies it: queryWorldRecords gives posts and replies, and
 * no `parent_record_uid` means that a row is a post (contract document 3, World record).
 */
export const replies: Setting = {
	displayName: 'Replies',
	name: 'replies',
	type: 'options',
	default: 'include',
	description: 'Whether to include replies to posts. Without this filter they are left out.',
	options: [
		{ name: 'Include', value: 'include', description: 'Posts and replies' },
		{ name: 'Leave Out', value: 'leaveOut', description: 'Posts that are no replies' },
		{ name: 'Only', value: 'only', description: 'Replies alone' },
	],
};

/** The filter of a list or event by Replies; undefined where every row is wanted. */
export function keepsReplies({
	replies: which = 'leaveOut',
}: RowContext<{ replies?: string }>['settings']) {
	if (which === 'include') return undefined;
	return ({ parent_record_uid }: IDataObject) => isGiven(parent_record_uid) === (which === 'only');
}

/** Tags of a post. */
export function tags(description: string): Field<'tags'> {
	const text = `${description}: up to {maxItems}, separated by commas, or an array from an expression`;
	return {
		displayName: 'Tags',
		name: 'tags',
		type: 'string',
		default: '',
		placeholder: 'e.g. pottery, glaze',
		description: text,
		limits: { list: {} },
		routing: { send: { type: 'body', property: 'tags' } },
	};
}

/** Publication version that a write expects (contract document 3, World record: the write watermark). */
export const expectedPublicationVersion = {
	displayName: 'Expected Publication Version',
	name: 'expectedPublicationVersion',
	type: 'number',
	default: -1,
	description:
		'Version that the post must have, or -1 if there is no post yet. Default: the current version.',
	limits: { guard: true },
	routing: { send: { type: 'body', property: 'expected_publication_version' } },
} satisfies Field;
