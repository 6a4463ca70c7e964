import { textOf } from '../../shared/api';
import type { Field } from '../../shared/fields';
import { formatTime, listSearch, locator, pagedSource } from '../../shared/locators';

/** A recording, chosen from the latest or given by its ID. */
export const recording: Field = {
	...locator({
		displayName: 'Recording',
		name: 'recording',
		description: 'A recording of the account',
		searchListMethod: 'searchRecordings',
		placeholder: 'e.g. rcg_9d21f6b3047c',
	}),
	required: true,
	routing: { send: { type: 'body', property: 'recording_uid' } },
};

/** Recordings for the list, latest first (queryRecordings); the contract cannot search them. */
export const searchRecordings = listSearch({
	all: pagedSource('/api/v1/recordings/query', { order: 'desc' }),
	entry: ({ name, start_at, ...row }) => ({
		name: `${String(name || 'Unnamed')} (${formatTime(start_at)})`,
		value: textOf(row, 'recording_uid'),
	}),
});
