import { textOf } from '../../shared/api';
import type { Field } from '../../shared/fields';
import { listSearch, locator, resolveSource } from '../../shared/locators';

/** A speaker label of the account's recordings, found by name or given by UID; several with commas. */
export const speaker: Field = {
	...locator({
		displayName: 'Speaker Labels',
		name: 'speakerUids',
		description: 'Only recordings in which one of these speakers talks',
		searchListMethod: 'searchSpeakers',
		needsFilter: true,
		placeholder: 'e.g. speaker_12aa, speaker_40f1',
		hint: 'One speaker UID, or several with commas',
	}),
	limits: { list: { maxItems: 20 } },
	routing: { send: { type: 'body', property: 'speaker_uids' } },
};

/** Speaker labels for the list, by name (resolveRecordingSpeakers). */
export const searchSpeakers = listSearch({
	byName: resolveSource('/api/v1/recordings/speakers/resolve'),
	entry: ({ display_name, ...row }) => ({
		name: String(display_name),
		value: textOf(row, 'speaker_uid'),
	}),
});
