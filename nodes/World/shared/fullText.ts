import type { IDataObject } from 'n8n-workflow';

import { type CutTexts, isGiven, withWholeTexts } from '../../shared/api';
import { FailureError, isDefect } from '../../shared/errors';
import * as fields from '../../shared/fields';
import type { Completion } from '../../shared/operations';
import { type Reader } from '../../shared/polling';
import { exactPost } from './world';

/** Option that adds the full text of posts and replies, which lists cut off at 512 code points. */
export const includeFullText = fields.includeFullText(
	'posts',
	'at most one more request for ten posts',
);

const cutPosts: CutTexts = {
	isCut: ({ text_truncated }) => text_truncated === true,
	read: exactPost,
	whole: (post, { title, text_content, text_truncated = false }) => ({
		...post,
		...(isGiven(title) && { title }),
		// Without a text in the answer, the post keeps its part and its mark `text_truncated`
		...(isGiven(text_content) && { text_content, text_truncated }),
	}),
};

/** Adds full texts to the posts of an input item, if its options ask for them. */
export const completion: Completion = {
	adds: ({ settings }) =>
		settings.includeFullText ? ['title', 'text_content', 'text_truncated'] : [],
	complete: async (posts, item) => await withWholeTexts(posts, item, cutPosts),
};

/** The posts of a trigger. If their full texts cannot be read, they keep those of the list and tell the reason. */
export async function completeEvents(posts: IDataObject[], reader: Reader): Promise<IDataObject[]> {
	if (reader.own.includeFullText !== true) return posts;
	return await withWholeTexts(posts, reader, cutPosts).catch((error: Error) => {
		if (isDefect(error)) throw error;
		const reason = error instanceof FailureError ? error.message : 'Reading took too long';
		return posts.map((post) =>
			cutPosts.isCut(post) ? { ...post, text_content_error: reason } : post,
		);
	});
}
