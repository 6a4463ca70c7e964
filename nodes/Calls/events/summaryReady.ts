import { triggerEvent } from '../../shared/polling';
import { callEvent, settledFact, untilReady } from './call';

export const summaryReady = triggerEvent({
	...callEvent,
	name: 'Call Summary Ready',
	value: 'summaryReady',
	description: 'Triggers when the summary of a call is ready. The item contains the summary.',
	source: untilReady,
	fact: (row) => settledFact(row, 'summary', 'ready'),
});
