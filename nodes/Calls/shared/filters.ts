import { anyOf, conversations, minimumDuration, person, several } from '../../shared/form';

/** Filter by conversation. */
export const ofConversations = conversations('Only calls in these conversations, up to {maxItems}');

/** Filter by connection state. */
export const connectionStates = anyOf('connection_states', {
	displayName: 'Connection States',
	name: 'connectionStates',
	description: 'Only calls with these connection states',
	options: [
		{ name: 'Connected', value: 'connected', description: 'The participants were connected' },
		{ name: 'Not Connected', value: 'not_connected', description: 'No connection was made' },
	],
});

/** Filter by direction. */
export const directions = anyOf('directions', {
	displayName: 'Directions',
	name: 'directions',
	description: 'Only calls in these directions',
	options: [
		{ name: 'Incoming', value: 'incoming', description: 'Calls that your account received' },
		{ name: 'Outgoing', value: 'outgoing', description: 'Calls that your account made' },
	],
});

/** Filter by media type. */
export const mediaTypes = anyOf('media_types', {
	displayName: 'Media Types',
	name: 'mediaTypes',
	description: 'Only calls of these media types',
	options: [
		{ name: 'Audio', value: 'audio', description: 'Voice calls' },
		{ name: 'Video', value: 'video', description: 'Calls with video' },
	],
});

/** Filter by duration. */
export const minimumLength = minimumDuration('calls', 'A call without a known end has 0 minutes');

/** Filter by participant. */
export const participants = several({
	of: person,
	displayName: 'Participants',
	name: 'participants',
	description:
		'Only calls in which at least one of these people took part, up to {maxItems} people',
	property: 'participant_user_refs',
});

/** Filter by result. */
export const results = anyOf('results', {
	displayName: 'Results',
	name: 'results',
	description: 'Only calls with these results',
	options: [
		{ name: 'Busy', value: 'busy', description: 'The person called was busy' },
		{ name: 'Cancelled', value: 'cancelled', description: 'The caller cancelled the call' },
		{
			name: 'Normal End',
			value: 'normal_end',
			description: 'The call took place and ended normally',
		},
		{ name: 'Not Answered', value: 'not_answered', description: 'Nobody answered' },
		{ name: 'Offline', value: 'offline', description: 'The person called was offline' },
		{ name: 'Rejected', value: 'rejected', description: 'The person called rejected the call' },
	],
});
