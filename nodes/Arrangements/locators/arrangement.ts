import { textOf } from '../../shared/api';
import type { Field } from '../../shared/fields';
import { listSearch, locator, pagedSource } from '../../shared/locators';

/** An arrangement: From List (latest update first) or By ID (at most 64 characters). */
export const arrangement: Field = {
	...locator({
		displayName: 'Task',
		name: 'arrangement',
		description: 'A task of your account',
		searchListMethod: 'searchArrangements',
		placeholder: 'e.g. arr_0b7d4ce8a915',
	}),
	required: true,
	limits: { maxLength: 64 },
	routing: { send: { type: 'body', property: 'arrangement_uid' } },
};

/** An arrangement, or up to ten of them in one call. */
export const arrangements: Field = { ...arrangement, limits: { maxLength: 64, together: 10 } };

/** Arrangements for From List, latest update first (queryArrangements). The contract cannot search by title. */
export const searchArrangements = listSearch({
	all: pagedSource('/api/v1/arrangement/query'),
	entry: (row) => ({
		name: `${String(row.title ?? row.arrangement_uid)} (${String(row.status)})`,
		value: textOf(row, 'arrangement_uid'),
	}),
});
