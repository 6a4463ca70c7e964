import type { Account } from '../../fake-service/account';
import type { Area } from '../area';
import { ownRecords } from '../Records/objects';

const published = ({ world }: Account) =>
	[...world.posts.values()].filter(({ state }) => state === 'published');

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
		return ownRecords(account)
			.filter(({ record_uid }) => !account.world.posts.has(record_uid))
			.map(({ record_uid }) => ({ record_1: record_uid, record_2 }));
	},
	unpublishWorldRecords: (account) =>
		published(account)
			.filter(({ author_user_ref }) => author_user_ref === account.profile.user_ref)
			.map(({ record_uid }) => ({ record_1: record_uid })),
};
