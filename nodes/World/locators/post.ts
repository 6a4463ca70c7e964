import { textOf } from '../../shared/api';
import type { Field } from '../../shared/fields';
import { listSearch, locator, pagedSource, titleOf } from '../../shared/locators';

/** A world post, chosen from your own or given by the ID of its record. */
export const post: Field = {
	...locator({
		displayName: 'Post',
		name: 'post',
		description: 'A post. Its ID is that of the record it was published from.',
		searchListMethod: 'searchPosts',
		placeholder: 'e.g. rec_51c0e7a2f418',
	}),
	required: true,
	routing: { send: { type: 'body', property: 'record_uid' } },
};

/** Your own posts for the list (queryWorldRecords); the contract cannot search them. */
export const searchPosts = listSearch({
	all: pagedSource('/api/v1/world/records/query', { scope: 'mine' }),
	entry: (row) => ({
		name: `${titleOf(row)} (${String(row.state)})`,
		value: textOf(row, 'record_uid'),
	}),
});
