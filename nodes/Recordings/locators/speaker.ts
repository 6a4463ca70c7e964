import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { textOf } from '../../shared/api';
import type { Field } from '../../shared/fields';
import { locator, resolveSource, searchList } from '../../shared/locators';

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
export async function searchSpeakers(
	this: ILoadOptionsFunctions,
	filter?: string,
	cursor?: string,
): Promise<INodeListSearchResult> {
	if (!filter) return { results: [] };
	return await searchList(this, {
		...resolveSource('/api/v1/recordings/speakers/resolve', filter),
		cursor,
		entry: ({ display_name, ...row }) => ({
			name: String(display_name),
			value: textOf(row, 'speaker_uid'),
		}),
	});
}
