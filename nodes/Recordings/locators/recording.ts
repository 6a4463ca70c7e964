import { textOf } from '../../shared/api';
import { type Field, listSearch, locator, pagedSource } from '../../shared/form';
import { transcriptNote } from '../../shared/transcripts';

/** A recording: From List (latest first) or By ID. */
export const recording = {
	...locator({
		displayName: 'Recording',
		name: 'recording',
		description: 'A recording of your account',
		searchListMethod: 'searchRecordings',
		placeholder: 'e.g. rcg_9d21f6b3047c',
	}),
	required: true,
	routing: { send: { type: 'body', property: 'recording_uid' } },
} satisfies Field;

/** Recordings for From List, latest first, with those marked that have no transcript (queryRecordings). The contract cannot search by name. */
export const searchRecordings = listSearch({
	all: pagedSource('/api/v1/recordings/query', { order: 'desc' }),
	entry: ({ name, start_at, ...row }, time) => ({
		name: `${String(name || 'Unnamed')} (${time(start_at)})${transcriptNote(row)}`,
		value: textOf(row, 'recording_uid'),
	}),
});
