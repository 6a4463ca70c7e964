import { end, start } from '../../../shared/fields/bounds';
import { filters, options } from '../../../shared/fields/collections';
import { person } from '../../../shared/fields/locators/person';
import { returnAllOrLimit } from '../../../shared/fields/paging';
import { notAfter } from '../../../shared/fields/rules';
import { simplify } from '../../../shared/fields/simplify';
import type { Operation } from '../../../shared/operation';
import { page } from '../../../shared/routing/page';
import { closedWindows } from '../../../shared/routing/windows';
import { includeTranscript, withTranscripts } from '../../../shared/transcript/include';
import { callTranscript, simplifiedCall } from '../../shared/call';

/** queryCalls: both time bounds are inclusive and filter on the time of creation */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many calls',
	description: 'List calls, the newest first; without a start those of the last 30 days',
	shape: page('/api/v1/calls/query', {
		max: 50,
		windows: closedWindows('start_at', 'end_at'),
		complete: withTranscripts(callTranscript, {}, simplifiedCall),
	}),
	fields: [
		...returnAllOrLimit,
		simplify,
		filters([
			{
				displayName: 'Chat Session UIDs',
				name: 'chatSessionUids',
				type: 'string',
				default: '',
				placeholder: 'e.g. chat_21d0, chat_9a44',
				description:
					'Only calls of these conversations, up to 20, separated by commas; an expression may also give an array',
				limits: { list: { maxItems: 20 } },
				routing: { send: { type: 'body', property: 'chat_session_uids' } },
			},
			{
				displayName: 'Connection States',
				name: 'connectionStates',
				type: 'multiOptions',
				default: [],
				options: [
					{ name: 'Connected', value: 'connected' },
					{ name: 'Not Connected', value: 'not_connected' },
				],
				routing: { send: { type: 'body', property: 'connection_states' } },
			},
			{
				displayName: 'Directions',
				name: 'directions',
				type: 'multiOptions',
				default: [],
				options: [
					{ name: 'Incoming', value: 'incoming' },
					{ name: 'Outgoing', value: 'outgoing' },
				],
				routing: { send: { type: 'body', property: 'directions' } },
			},
			end('Latest time of creation, inclusive; without it, now'),
			{
				displayName: 'Media Types',
				name: 'mediaTypes',
				type: 'multiOptions',
				default: [],
				options: [
					{ name: 'Audio', value: 'audio' },
					{ name: 'Video', value: 'video' },
				],
				routing: { send: { type: 'body', property: 'media_types' } },
			},
			{
				...person,
				displayName: 'Participants',
				name: 'participantUserRefs',
				description: 'Only calls with at least one of these people, up to 20',
				limits: { list: { maxItems: 20 } },
				routing: { send: { type: 'body', property: 'participant_user_refs' } },
			},
			{
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
			},
			start('Earliest time of creation, inclusive; without it, 30 days before the end'),
		]),
		options([includeTranscript('call')]),
	],
	rules: [notAfter('start_at', 'end_at')],
};
