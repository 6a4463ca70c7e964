import { textOf } from '../../shared/api';
import { type Field, listSearch, locator, pagedSource } from '../../shared/form';

/** An arrangement: From List (latest update first) or By ID. */
export const arrangement = {
	...locator({
		displayName: 'Task',
		name: 'arrangement',
		description: 'A task of your account',
		searchListMethod: 'searchArrangements',
		placeholder: 'e.g. arr_0b7d4ce8a915',
	}),
	required: true,
	routing: { send: { type: 'body', property: 'arrangement_uid' } },
} satisfies Field;

/** An arrangement, or up to ten of them in one call. */
export const arrangements = { ...arrangement, limits: { together: 10 } } satisfies Field;

/** Arrangements for From List, latest update first (queryArrangements). The contract cannot search by title. */
export const searchArrangements = listSearch({
	all: pagedSource('/api/v1/arrangement/query'),
	entry: (row) => ({
		name: `${String(row.title ?? row.arrangement_uid)} (${String(row.status)})`,
		value: textOf(row, 'arrangement_uid'),
	}),
});
