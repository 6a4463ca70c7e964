import { objectOf, textOf } from '../../api/answer';
import { locator } from './locator';
import { listSearch, orderBy, pagedSource, resolveSource } from './search';

const RESOLVE = '/api/v1/record/containers/resolve';

/** A topic: From List, By Name or By ID. */
export const topic = locator({
	displayName: 'Topic',
	name: 'topic',
	description: 'A topic: a personal folder of records and tasks',
	searchListMethod: 'searchTopics',
	lookup: {
		path: RESOLVE,
		thing: { one: 'topic', many: 'topics' },
		id: 'container.topic_uid',
		names: ['display_path', 'title'],
	},
	namePlaceholder: 'e.g. Studio / Glazes',
	nameHint: 'Full name or path',
	placeholder: 'e.g. top_7f3a21c09be4',
});

/** Topics for From List: all (listRecordContainers), or by name or path (resolveRecordContainers). */
export const searchTopics = listSearch({
	all: pagedSource('/api/v1/record/containers/list'),
	byName: resolveSource(RESOLVE),
	order: orderBy('display_path'),
	entry: (row) => ({
		name: String(row.display_path),
		value: textOf(objectOf(row, 'container'), 'topic_uid'),
	}),
});
