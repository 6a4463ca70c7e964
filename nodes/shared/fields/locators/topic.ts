import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { Field } from '../../operation';
import { listOf } from '../../routing/answer';
import { searchList } from './search';

/** A personal topic, chosen from the account's topics or given by its UID. */
export const topic: Field = {
	displayName: 'Topic',
	name: 'topic',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'A personal topic of records',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchTopics', searchable: true },
		},
		{ displayName: 'By UID', name: 'id', type: 'string', placeholder: 'e.g. topic_7f3a' },
	],
};

/**
 * Topics for the list: all of them (listRecordContainers), or with a filter those that the service
 * finds by name or path (resolveRecordContainers).
 */
export async function searchTopics(
	this: ILoadOptionsFunctions,
	filter?: string,
	cursor?: string,
): Promise<INodeListSearchResult> {
	return await searchList(this, {
		cursor,
		...(filter
			? {
					path: '/api/v1/record/containers/resolve',
					body: (page) => ({ items: [{ item_id: '0', query: filter, limit: 10, ...page }] }),
					read: (data) => {
						const [found] = listOf(data, 'items');
						return { page: found, rows: listOf(found, 'candidates') };
					},
				}
			: {
					path: '/api/v1/record/containers/list',
					body: (page) => ({ limit: 100, ...page }),
					read: (data) => ({ page: data, rows: listOf(data, 'items') }),
				}),
		entry: (row) => ({
			name: String(row.display_path),
			value: String((row.container as IDataObject).topic_uid),
		}),
	});
}
