import type { Field } from '../../shared/fields';
import { person } from '../../shared/locators';

/** Only calls of these conversations. */
export const chatSessionUids: Field = {
	displayName: 'Chat Session UIDs',
	name: 'chatSessionUids',
	type: 'string',
	default: '',
	placeholder: 'e.g. chat_21d0, chat_9a44',
	description:
		'Only calls of these conversations, up to 20, separated by commas; an expression may also give an array',
	limits: { list: { maxItems: 20 } },
	routing: { send: { type: 'body', property: 'chat_session_uids' } },
};

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

/** Only calls of these people. */
export const participants: Field = {
	...person,
	displayName: 'Participants',
	name: 'participantUserRefs',
	description: 'Only calls with at least one of these people, up to 20',
	limits: { list: { maxItems: 20 } },
	routing: { send: { type: 'body', property: 'participant_user_refs' } },
};

/** Only calls that ended in one of these ways. */
export const results: Field = {
	displayName: 'Results',
	name: 'results',
	type: 'multiOptions',
	default: [],
	description: 'How the calls ended; none chosen means in any way',
	options: [
		{ name: 'Busy', value: 'busy' },
		{ name: 'Cancelled', value: 'cancelled', description: 'By who called' },
		{ name: 'Normal End', value: 'normal_end' },
		{ name: 'Not Answered', value: 'not_answered' },
		{ name: 'Offline', value: 'offline' },
		{ name: 'Rejected', value: 'rejected', description: 'By who was called' },
	],
	routing: { send: { type: 'body', property: 'results' } },
};
