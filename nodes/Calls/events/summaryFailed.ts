import { triggerEvent } from '../../shared/polling';
import { callEvent, settledFact, untilReady } from './call';

export const summaryFailed = triggerEvent({
	...callEvent,
	name: 'Call Summary Failed',
	value: 'summaryFailed',
	description: 'Triggers when the service could not make the summary of a call',
	source: untilReady,
	fact: (row) => settledFact(row, 'summary', 'failed'),
});
