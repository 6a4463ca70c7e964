import { fromInput, uid } from '../../contract/choices';
import type { Account } from '../../fake-service/account';
import { forEach, once, some, texts, type Area, type Row } from '../area';

/** Records without a topic that the account can change. */
export const ownRecords = ({ records, profile }: Account) =>
	[...records.values()].filter(
		({ state, locked, creator_user_ref, container, text_content }) =>
			state === 'available' &&
			!locked &&
			creator_user_ref === profile.user_ref &&
			container.kind === 'unclassified' &&
			text_content !== '',
	);

export const objects: Area['objects'] = (account) => ({
	record: ownRecords(account).map(({ record_uid }) => record_uid),
	topic: [...account.topics.values()]
		.filter(({ valid }) => valid)
		.map(({ topic_uid }) => topic_uid),
});

/** Own messages, by their records and by their places in conversations. */
export function ownMessages(account: Account): Row[] {
	const changeable = new Set(ownRecords(account));
	return [...account.messages.values()]
		.filter(({ record_uid = '' }) => changeable.has(account.records.get(record_uid)!))
		.map(({ record_uid, chat_session_uid, sequence }) => ({
			record_1: record_uid!,
			chat_1: chat_session_uid,
			sequence,
		}));
}

export const rows: Area['rows'] = { updateRecords: ownMessages };

const all = { returnAll: true };

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
		const [record] = ownRecords(account);
		return {
			parameters: { record: uid(record.record_uid), text: 'once' },
			made: () => record.text_content.split('\nonce').length - 1,
		};
	},
	'record > update': (account) => {
		const [record] = ownRecords(account);
		const { version } = record;
		return {
			parameters: { record: uid(record.record_uid), updateFields: { title: 'once' } },
			made: () => record.version - version,
		};
	},
	'record > move': (account) => {
		const [record] = ownRecords(account);
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
		const [record] = ownRecords(account);
		return {
			parameters: { record: uid(record.record_uid) },
			made: () => Number(record.state === 'deleted'),
		};
	},
};

export const targets: Area['targets'] = [
	{
		name: 'list',
		operation: 'queryRecordTimeline',
		paged: 'data',
		reader: { parameters: { resource: 'record', operation: 'getAll', returnAll: true } },
	},
	{
		name: 'list with a record in each row',
		operation: 'searchRecords',
		paged: 'data',
		reader: {
			parameters: { resource: 'record', operation: 'search', keyword: 'the', returnAll: true },
		},
	},
	{
		name: 'getByUid',
		operation: 'batchGetRecords',
		by: 'record_uid',
		reader: {
			parameters: { resource: 'record', operation: 'get', record: fromInput('record_uid') },
			items: (account) => some(ownRecords(account)),
		},
	},
	{
		name: 'resolve',
		operation: 'resolveRecordContainers',
		by: 'item_id',
		inner: 'candidates',
		paged: 'each',
		reader: {
			parameters: {
				resource: 'topic',
				operation: 'find',
				query: '={{ $json.title }}',
				returnAll: true,
			},
			items: ({ topics }) => some([...topics.values()].filter(({ valid }) => valid)),
		},
	},
	{
		name: 'batchWrite without status',
		operation: 'createRecords',
		by: 'item_id',
		digested: true,
		reader: {
			parameters: { resource: 'record', operation: 'create', text: '={{ $json.text }}' },
			items: texts,
		},
	},
	{
		name: 'batchWrite with status',
		operation: 'deleteRecords',
		by: 'item_id',
		reader: {
			parameters: { resource: 'record', operation: 'delete', record: fromInput('record_uid') },
			items: (account) => some(ownRecords(account)),
		},
	},
	{
		name: 'locator of records',
		operation: 'queryRecordTimeline',
		paged: 'data',
		digested: true,
		reader: { search: 'searchRecords' },
	},
	{
		name: 'locator of topics',
		operation: 'listRecordContainers',
		paged: 'data',
		digested: true,
		reader: { search: 'searchTopics' },
	},
	{
		name: 'locator of people by name',
		operation: 'resolvePeople',
		inner: 'candidates',
		digested: true,
		reader: { search: 'searchPeople', filter: 'a' },
	},
	{
		name: 'trigger of records',
		operation: 'queryRecordTimeline',
		paged: 'data',
		reader: { event: 'newRecord' },
	},
];

export const named: Area['named'] = {
	'/api/v1/record/containers/resolve': ({ topics }, topic_uid, title) =>
		topics.set(topic_uid, { topic_uid, title, display_path: `Studio / ${title}`, valid: true }),
};
