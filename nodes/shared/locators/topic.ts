import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { objectOf, textOf } from '../api/answer';
import { type Field } from '../fields/field';
import { locator } from './locator';
import { pagedSource, resolveSource, searchList } from './search';

/** A personal topic, chosen from the account's topics or given by its UID. */
export const topic: Field = locator({
	displayName: 'Topic',
	name: 'topic',
	description: 'A personal topic of records',
	searchListMethod: 'searchTopics',
	placeholder: 'e.g. topic_7f3a',
});

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
		...(filter
			? resolveSource('/api/v1/record/containers/resolve', filter)
			: pagedSource('/api/v1/record/containers/list')),
		cursor,
		entry: (row) => ({
			name: String(row.display_path),
			value: textOf(objectOf(row, 'container'), 'topic_uid'),
		}),
	});
}
