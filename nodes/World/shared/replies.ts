import type { IDataObject } from 'n8n-workflow';

import { isGiven } from '../../shared/api';
import type { Setting } from '../../shared/form';
import type { RowContext } from '../../shared/rows';

/**
 * The filter on replies, which are left out without it. The node applies it: queryWorldRecords gives posts and replies, and
 * no `parent_record_uid` means that a row is a post (contract, World record).
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
