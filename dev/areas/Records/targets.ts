import { fromInput } from '../../contract/choices';
import { some, texts, type Area } from '../area';
import { ownRecords } from './objects';

export const targets: Area['targets'] = [
	{
		name: 'list',
		operation: 'queryRecordTimeline',
		list: 'items',
		paged: 'data',
		reader: { parameters: { resource: 'record', operation: 'getAll', returnAll: true } },
	},
	{
		name: 'list with a record in each row',
		operation: 'searchRecords',
		list: 'items',
		paged: 'data',
		reader: {
			parameters: { resource: 'record', operation: 'search', keyword: 'the', returnAll: true },
		},
	},
	{
		name: 'getByUid',
		operation: 'batchGetRecords',
		list: 'items',
		by: 'record_uid',
		reader: {
			parameters: { resource: 'record', operation: 'get', record: fromInput('record_uid') },
			items: (account) => some(ownRecords(account)),
		},
	},
	{
		name: 'resolve',
		operation: 'resolveRecordContainers',
		list: 'items',
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
		list: 'items',
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
		list: 'items',
		by: 'item_id',
		reader: {
			parameters: { resource: 'record', operation: 'delete', record: fromInput('record_uid') },
			items: (account) => some(ownRecords(account)),
		},
	},
	{
		name: 'locator of records',
		operation: 'queryRecordTimeline',
		list: 'items',
		paged: 'data',
		digested: true,
		reader: { search: 'searchRecords' },
	},
	{
		name: 'locator of topics',
		operation: 'listRecordContainers',
		list: 'items',
		paged: 'data',
		digested: true,
		reader: { search: 'searchTopics' },
	},
	{
		name: 'locator of people by name',
		operation: 'resolvePeople',
		list: 'items',
		inner: 'candidates',
		digested: true,
		reader: { search: 'searchPeople', filter: 'a' },
	},
	{
		name: 'trigger of records',
		operation: 'queryRecordTimeline',
		list: 'items',
		paged: 'data',
		reader: { event: 'newRecord' },
	},
];
