import { DAY } from '../../../nodes/shared/durations';
import { several, uid } from '../../contract/choices';
import type { Account } from '../../fake-service/account';
import type { Area } from '../area';
import { OTHER, SELF, type Given, type Thing, type Things } from '../things';
import type { StoredPost } from './data';

declare module '../things' {
	interface Things {
		post: Given<StoredPost, 'record_uid'>;
	}
}

export function addPost(account: Account, given: Things['post']): StoredPost {
	const row: StoredPost = {
		state: 'published',
		author_user_ref: OTHER,
		text_content: 'A post',
		record_type: 'record',
		tags: [],
		created_at: 0,
		publication_version: 1,
		files: [],
		...given,
	};
	account.world.posts.set(row.record_uid, row);
	return row;
}

export const things: Area['things'] = { post: addPost };

const own = (number: number, more: Partial<Things['post']>): Thing => ({
	post: { record_uid: `own_${number}`, author_user_ref: SELF, ...more },
});

export const events: Area['events'] = {
	newReply: {
		words: { lookback: '7 days', foundBy: 'replies to watched posts', id: 'UID' },
		filtered: [{ repliesTo: 'chosen', posts: several('post', uid('record_1')) }],
		before: (time) => [own(1, { published_at: time - DAY })],
		happen: (published_at, number) => [
			{
				post: { record_uid: `reply_${number}`, parent_record_uid: 'own_1', published_at },
			},
			`reply_${number}`,
		],
		late: 2 * DAY,
	},
	newPost: {
		words: { lookback: '7 days', foundBy: 'time of publication', id: 'UID' },
		needs: { scope: 'public', tags: 'glaze' },
		filtered: [
			{ author: uid('user_1'), tags: 'glaze, kiln' },
			{ scope: 'public', tags: 'glaze', filters: { recordType: 'record' } },
		],
		happen: (published_at, number) => [
			{
				post: {
					record_uid: `post_${number}`,
					published_at,
					tags: ['glaze'],
					record_type: number % 2 ? 'extension_publication' : 'record',
				},
			},
			`post_${number}`,
		],
		burst: true,
		late: 6 * DAY,
	},
	ownPostReviewed: {
		words: { lookback: '7 days', foundBy: 'all your posts, state', id: 'UID, state and watermark' },
		filtered: [],
		happen: (published_at, number) => [
			own(number, { state: 'published', published_at }),
			`own_${number}#published@1`,
		],
	},
};
