import { fromInput, uid } from '../../contract/choices';
import type { Account } from '../../fake-service/account';
import { forEach, once, type Area } from '../area';

const all = { returnAll: true };

/** A record that can be changed. */
const own = ({ records, profile }: Account) =>
	[...records.values()].find(
		({ state, locked, creator_user_ref, container }) =>
			state === 'available' &&
			!locked &&
			creator_user_ref === profile.user_ref &&
			container.kind === 'unclassified',
	)!;

export const reads: Area['reads'] = {
	'record > getAll': () => once(all),
	'record > get': ({ records }) => forEach(records.values(), { record: fromInput('record_uid') }),
	'record > search': () => once({ keyword: 'the', ...all }),
	'topic > getAll': () => once(all),
	'topic > find': () => once({ query: 'a', ...all }),
};

export const writes: Area['writes'] = {
	'record > create': ({ records }) => ({
		parameters: { text: 'once' },
		made: () => [...records.values()].filter(({ text_content }) => text_content === 'once').length,
	}),
	'record > appendText': (account) => {
		const record = own(account);
		return {
			parameters: { record: uid(record.record_uid), text: 'once' },
			made: () => record.text_content.split('\nonce').length - 1,
		};
	},
	'record > update': (account) => {
		const record = own(account);
		const { version } = record;
		return {
			parameters: { record: uid(record.record_uid), updateFields: { title: 'once' } },
			made: () => record.version - version,
		};
	},
	'record > move': (account) => {
		const record = own(account);
		const { version } = record;
		const topic = [...account.topics.values()].find(({ valid }) => valid)!;
		return {
			parameters: {
				record: uid(record.record_uid),
				destination: 'topic',
				topic: uid(topic.topic_uid),
			},
			made: () => record.version - version,
		};
	},
	'record > delete': (account) => {
		const record = own(account);
		return {
			parameters: { record: uid(record.record_uid) },
			made: () => Number(record.state === 'deleted'),
		};
	},
};
