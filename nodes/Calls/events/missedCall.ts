import { triggerEvent } from '../../shared/polling';
import { mediaTypes, minimumLength, participants } from '../shared/filters';
import { byCreation, callEvent, callFact, readCalls } from './call';

/** Results of a call that nobody took. `rejected` is a decision, and `unknown` says nothing (contract document 2, Call). */
const RESULTS = ['not_answered', 'cancelled', 'busy', 'offline'];

export const missedCall = triggerEvent({
	...callEvent,
	name: 'New Missed Call',
	value: 'missedCall',
	description:
		'Triggers when you missed a call: not answered, cancelled by the caller, busy or offline',
	filters: [mediaTypes, minimumLength, participants],
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
});
