import type { TriggerEvent } from '../../shared/polling';
import { callEvent, readyFact, untilReady } from './call';

export const summaryReady: TriggerEvent = {
	...callEvent,
	name: 'Call Summary Ready',
	value: 'summaryReady',
	description: 'Triggers when the summary of a call is ready. The item contains the summary.',
	source: untilReady,
	fact: (row) => readyFact(row, row.summary_state, 'summary'),
};
