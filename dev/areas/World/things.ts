import type { Account } from '../../fake-service/account';
import type { StoredPost } from './data';
import type { Area } from '../area';
import { OTHER, type Given, type Things } from '../things';

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
