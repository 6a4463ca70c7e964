import { DAY } from '../../../nodes/shared/durations';
import { several, uid } from '../../contract/choices';
import type { Area, EventCase } from '../area';
import { SELF, type Things } from '../things';

const post =
	(more: Partial<Things['post']>): EventCase['happen'] =>
	(time, number) => ({ post: { record_uid: `post_${number}`, published_at: time, ...more } });

export const events: Area['events'] = {
	newReply: {
		words: { lookback: '7 days', foundBy: 'replies to watched posts', id: 'UID' },
		filtered: [{ repliesTo: 'chosen', posts: several('post', uid('record_1')) }],
		before: (time) => [
			{ post: { record_uid: 'own_1', author_user_ref: SELF, published_at: time - DAY } },
		],
		happen: post({ parent_record_uid: 'own_1' }),
	},
	newPost: {
		words: { lookback: '7 days', foundBy: 'time of publication', id: 'UID' },
		needs: { scope: 'public', tags: 'glaze' },
		filtered: [
			{ author: uid('user_1'), tags: 'glaze, kiln' },
			{ scope: 'public', tags: 'glaze', filters: { recordType: 'record' } },
		],
		happen: post({ tags: ['glaze'] }),
		burst: post({ tags: ['glaze'] }),
	},
	ownPostReviewed: {
		words: { lookback: '7 days', foundBy: 'all your posts, state', id: 'UID, state and watermark' },
		filtered: [],
		happen: post({ author_user_ref: SELF }),
	},
};
