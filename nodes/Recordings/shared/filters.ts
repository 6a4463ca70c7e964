import type { Field } from '../../shared/fields';
import { person, several } from '../../shared/locators';

/** Only recordings in which one of these people talks. */
export const speakers: Field = several({
	of: person,
	displayName: 'Speakers',
	name: 'speakers',
	description:
		'Only recordings in which one of these people speaks. At most 20 together with Speaker Labels.',
	maxItems: 20,
	property: 'speaker_user_refs',
});

/** Only summaries or timelines. */
export const kinds: Field = {
	displayName: 'Kinds',
	name: 'kinds',
	type: 'multiOptions',
	default: [],
	description: 'Only summaries of these kinds',
	options: [
		{ name: 'Daily Summary', value: 'daily_summary' },
		{ name: 'Timeline', value: 'timeline' },
	],
	routing: { send: { type: 'body', property: 'kinds' } },
};
