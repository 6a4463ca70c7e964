import { fromInput, uid } from '../../contract/choices';
import type { Account } from '../../fake-service/account';
import { ownRecords } from '../Records/cases';
import { forEach, once, type Area } from '../area';

const published = ({ world }: Account) =>
	[...world.posts.values()].filter(({ state }) => state === 'published');

const unpublished = (account: Account) =>
	ownRecords(account).filter(({ record_uid }) => !account.world.posts.has(record_uid));
const ownPosts = (account: Account) =>
	published(account).filter(({ author_user_ref }) => author_user_ref === account.profile.user_ref);

export const rows: Area['rows'] = {
	batchGetWorldRecords: (account) =>
		published(account).map(({ record_uid }) => ({ record_1: record_uid })),
	queryWorldRecords: (account) =>
		published(account).map(({ author_user_ref }) => ({ user_1: author_user_ref })),
	queryWorldReplies: (account) =>
		published(account).flatMap(({ parent_record_uid: parent }) =>
			parent && account.world.posts.get(parent)?.state === 'published' ? { record_1: parent } : [],
		),
	publishWorldRecords: (account) => {
		const [{ record_uid: record_2 }] = published(account);
		return unpublished(account).map(({ record_uid }) => ({ record_1: record_uid, record_2 }));
	},
	unpublishWorldRecords: (account) =>
		ownPosts(account).map(({ record_uid }) => ({ record_1: record_uid })),
};

const all = { returnAll: true };
const post = fromInput('record_uid');

export const reads: Area['reads'] = {
	'post > getAll': () => once({ scope: 'mine', ...all }),
	'post > get': ({ world }) => forEach(world.posts.values(), { post }),
	'reply > getAll': ({ world }) => forEach(world.posts.values(), { post, ...all }),
};

export const writes: Area['writes'] = {
	'post > publish': (account) => {
		const [{ record_uid }] = unpublished(account);
		return {
			parameters: { record: uid(record_uid) },
			made: () => Number(account.world.posts.get(record_uid)?.state === 'published'),
		};
	},
	'post > unpublish': (account) => {
		const [post] = ownPosts(account);
		return {
			parameters: { post: uid(post.record_uid) },
			made: () => Number(post.state === 'unpublished'),
		};
	},
};

export const targets: Area['targets'] = [
	{
		name: 'trigger of own posts',
		operation: 'queryWorldRecords',
		paged: 'data',
		reader: { event: 'ownPostReviewed' },
	},
];
