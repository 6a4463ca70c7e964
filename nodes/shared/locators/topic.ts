import { objectOf, textOf } from '../api/answer';
import { type Field } from '../fields/field';
import { locator } from './locator';
import { listSearch, pagedSource, resolveSource } from './search';

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
export const searchTopics = listSearch({
	all: pagedSource('/api/v1/record/containers/list'),
	byName: resolveSource('/api/v1/record/containers/resolve'),
	entry: (row) => ({
		name: String(row.display_path),
		value: textOf(objectOf(row, 'container'), 'topic_uid'),
	}),
});
