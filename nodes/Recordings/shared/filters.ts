import { anyOf, minimumDuration, person, several } from '../../shared/form';

/** Filter by duration. */
export const minimumLength = minimumDuration(
	'recordings',
	'One in progress counts as long as it is so far',
);

/** Filter by speaker. */
export const speakers = several({
	of: person,
	displayName: 'Speakers',
	name: 'speakers',
	description:
		'Only recordings in which one of these people speaks. At most 20 together with Speaker Labels.',
	property: 'speaker_user_refs',
});

/** Filter by kind of summary. */
export const kinds = anyOf('kinds', {
	displayName: 'Kinds',
	name: 'kinds',
	description: 'Only summaries of these kinds',
	options: [
		{ name: 'Daily Summary', value: 'daily_summary', description: 'Summaries of a day' },
		{ name: 'Timeline', value: 'timeline', description: 'What happened when, in a time range' },
	],
});
