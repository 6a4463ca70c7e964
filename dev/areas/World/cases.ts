import { fromInput, uid } from '../../contract/choices';
import { forEach, once, type Area } from '../area';

const all = { returnAll: true };
const post = fromInput('record_uid');

export const reads: Area['reads'] = {
	'post > getAll': () => once({ scope: 'mine', ...all }),
	'post > get': ({ world }) => forEach(world.posts.values(), { post }),
	'reply > getAll': ({ world }) => forEach(world.posts.values(), { post, ...all }),
};

export const writes: Area['writes'] = {
	'post > publish': ({ records, world, profile }) => {
		const { record_uid } = [...records.values()].find(
			(record) =>
				record.state === 'available' &&
				!record.locked &&
				record.creator_user_ref === profile.user_ref &&
				record.text_content !== '' &&
				!world.posts.has(record.record_uid),
		)!;
		return {
			parameters: { record: uid(record_uid) },
			made: () => Number(world.posts.get(record_uid)?.state === 'published'),
		};
	},
	'post > unpublish': ({ world, profile }) => {
		const published = [...world.posts.values()].find(
			({ author_user_ref, state }) => author_user_ref === profile.user_ref && state === 'published',
		)!;
		return {
			parameters: { post: uid(published.record_uid) },
			made: () => Number(published.state === 'unpublished'),
		};
	},
};
