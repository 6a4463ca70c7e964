import { textOf } from '../../shared/api';
import { type Field, listSearch, locator, pagedSource, titleOf } from '../../shared/form';

/** A post: From List (own posts) or By ID, which is the ID of its record. */
export const post = {
	...locator({
		displayName: 'Post',
		name: 'post',
		description: 'A post. Its ID is the ID of the record that it was published from.',
		searchListMethod: 'searchPosts',
		placeholder: 'e.g. rec_51c0e7a2f418',
	}),
	required: true,
	routing: { send: { type: 'body', property: 'record_uid' } },
} satisfies Field;

/** Own posts for From List (queryWorldRecords). The contract cannot search by title. */
export const searchPosts = listSearch({
	all: pagedSource('/api/v1/world/records/query', { scope: 'mine' }),
	entry: (row) => ({
		name: `${titleOf(row)} (${String(row.state)})`,
		value: textOf(row, 'record_uid'),
	}),
});
