import { textOf } from '../../shared/api';
import { quoteUnlessWord } from '../../shared/errors';
import { listSearch, locator, orderBy, resolveSource, several } from '../../shared/form';

const RESOLVE = '/api/v1/recordings/speakers/resolve';

/** Speaker labels of the account's recordings: From List (searched by name), By Name or By ID. */
export const speakerLabels = several({
	of: locator({
		displayName: 'Speaker Label',
		name: 'speakerLabel',
		description: 'A name that your account gave to a voice in its recordings',
		searchListMethod: 'searchSpeakers',
		needsFilter: true,
		lookup: {
			path: RESOLVE,
			thing: { one: 'speaker label', many: 'speaker labels' },
			id: 'speaker_uid',
			names: ['display_name'],
			facts: ({ user_ref }) => (user_ref ? [quoteUnlessWord(user_ref)] : []),
		},
		namePlaceholder: 'e.g. Ada Fields',
		nameHint: 'Full label',
		placeholder: 'e.g. spk_12aae40f1b83',
	}),
	displayName: 'Speaker Labels',
	name: 'speakerLabels',
	description:
		'Only recordings in which a voice with one of these labels speaks. At most 20 together with Speakers.',
	property: 'speaker_uids',
});

/** Speaker labels for From List, by name (resolveRecordingSpeakers). */
export const searchSpeakers = listSearch({
	byName: resolveSource(RESOLVE),
	order: orderBy('display_name'),
	entry: ({ display_name, ...row }) => ({
		name: String(display_name),
		value: textOf(row, 'speaker_uid'),
	}),
});
