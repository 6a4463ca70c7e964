import type { TriggerEvent } from '../../shared/polling';
import { mediaTypes, ofConversations, participants } from '../shared/filters';
import { byCreation, callEvent, callFact, readCalls } from './call';

/** Results of a call that nobody took. `rejected` is a decision, and `unknown` says nothing. */
const RESULTS = ['not_answered', 'cancelled', 'busy', 'offline'];

export const missedCall: TriggerEvent = {
	...callEvent,
	name: 'New Missed Call',
	value: 'missedCall',
	description:
		'Triggers when an incoming call was not answered, was cancelled by the caller, or found you busy or offline. A call that was rejected does not count.',
	filters: [ofConversations, mediaTypes, participants],
	options: [],
	source: {
		...byCreation,
		read: readCalls({
			directions: ['incoming'],
			connection_states: ['not_connected'],
			results: RESULTS,
		}),
	},
	// The service has filtered by all three, and a call can change between question and answer
	fact: (row) =>
		row.direction === 'incoming' &&
		row.connection_state === 'not_connected' &&
		RESULTS.includes(String(row.result))
			? callFact(row, 'missed')
			: undefined,
};
