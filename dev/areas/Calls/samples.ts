import type { Samples } from '../../contract/sample';
import { filterBy, JANUARY, peopleById, uid } from '../../contract/choices';

export const samples: Samples = {
	queryCalls: {
		runs: [
			{
				parameters: {
					limit: 7,
					...JANUARY,
					filters: {
						directions: ['incoming', 'outgoing'],
						connectionStates: ['connected', 'not_connected'],
						mediaTypes: ['audio', 'video'],
						results: ['normal_end', 'cancelled', 'rejected', 'not_answered', 'busy', 'offline'],
						conversations: filterBy('conversation', uid('chat_1,chat_2')),
						participants: peopleById('user_1'),
					},
				},
				body: {
					limit: 7,
					start_at: 1767225600000,
					end_at: 1769817599999,
					directions: ['incoming', 'outgoing'],
					connection_states: ['connected', 'not_connected'],
					media_types: ['audio', 'video'],
					results: ['normal_end', 'cancelled', 'rejected', 'not_answered', 'busy', 'offline'],
					chat_session_uids: ['chat_1', 'chat_2'],
					participant_user_refs: ['user_1'],
				},
			},
		],
		simplifiedAway: ['participants.role', 'participants.connected', 'participants.is_self'],
	},
	batchGetCalls: {
		runs: [{ parameters: { call: uid('call_1') }, body: { call_uids: ['call_1'] } }],
		simplifiedAway: ['participants.role', 'participants.connected', 'participants.is_self'],
	},
	queryCallTranscript: {
		runs: [
			{
				parameters: {
					call: uid('call_1'),
					output: 'utterances',
					options: { maxUtterances: 7 },
				},
				body: { call_uid: 'call_1', limit: 7 },
			},
		],
		toldAsFailure: ['found'],
	},
};
