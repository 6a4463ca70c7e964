import type { Field } from '../../shared/fields';
import { conversations, person, several } from '../../shared/locators';

/** Only calls of these conversations; at most 20 (contract document 1, limits). */
export const ofConversations: Field = conversations(
	'Only calls of these conversations, up to 20',
	20,
);

/** Only calls that were or were not connected. */
export const connectionStates: Field = {
	displayName: 'Connection States',
	name: 'connectionStates',
	type: 'multiOptions',
	default: [],
	options: [
		{ name: 'Connected', value: 'connected' },
		{ name: 'Not Connected', value: 'not_connected' },
	],
	routing: { send: { type: 'body', property: 'connection_states' } },
};

/** Only incoming or outgoing calls. */
export const directions: Field = {
	displayName: 'Directions',
	name: 'directions',
	type: 'multiOptions',
	default: [],
	options: [
		{ name: 'Incoming', value: 'incoming' },
		{ name: 'Outgoing', value: 'outgoing' },
	],
	routing: { send: { type: 'body', property: 'directions' } },
};

/** Only audio or video calls. */
export const mediaTypes: Field = {
	displayName: 'Media Types',
	name: 'mediaTypes',
	type: 'multiOptions',
	default: [],
	options: [
		{ name: 'Audio', value: 'audio' },
		{ name: 'Video', value: 'video' },
	],
	routing: { send: { type: 'body', property: 'media_types' } },
};

/** Only calls of these people; at most 20 (contract document 1, limits). */
export const participants: Field = several({
	of: person,
	displayName: 'Participants',
	name: 'participants',
	description: 'Only calls with at least one of these people, up to 20',
	maxItems: 20,
	property: 'participant_user_refs',
});

/** Only calls that ended in one of these ways. */
export const results: Field = {
	displayName: 'Results',
	name: 'results',
	type: 'multiOptions',
	default: [],
	description: 'Only calls that ended in one of these ways',
	options: [
		{ name: 'Busy', value: 'busy' },
		{ name: 'Cancelled', value: 'cancelled', description: 'Cancelled by the caller' },
		{ name: 'Normal End', value: 'normal_end' },
		{ name: 'Not Answered', value: 'not_answered' },
		{ name: 'Offline', value: 'offline' },
		{ name: 'Rejected', value: 'rejected', description: 'Rejected by the person called' },
	],
	routing: { send: { type: 'body', property: 'results' } },
};
