import type { IDataObject } from 'n8n-workflow';

import { completeRows, type Incomplete, isGiven } from '../../shared/api';
import * as fields from '../../shared/form';
import type { Completion, RowContext } from '../../shared/rows';
import { exactPost } from './world';

/** Option that adds the full text of posts and replies, which lists cut off at 512 code points. */
export const includeFullText = fields.includeFullText(
	'posts',
	'at most one more request for ten posts',
);

const cutPosts: Incomplete = {
	lacks: ({ text_truncated }) => text_truncated === true,
	read: exactPost,
	whole: (post, { title, text_content, text_truncated = false }) => ({
		...post,
		...(isGiven(title) && { title }),
		// Without a text in the answer, the post keeps its part and its mark `text_truncated`
		...(isGiven(text_content) && { text_content, text_truncated }),
	}),
};

/**
 * Adds full texts to posts, if the options ask for them. An event whose full text cannot be read keeps that of the list, and
 * tells the reason.
 */
export const completion: Completion = {
	adds: ({ settings }: RowContext<fields.FullTextSettings>) =>
		settings.includeFullText ? ['title', 'text_content', 'text_truncated'] : [],
	complete: async (posts, context) => {
		const unread = (post: IDataObject, reason: string) => ({ ...post, text_content_error: reason });
		return await completeRows(posts, context, cutPosts, context.isPoll && { unread });
	},
};
