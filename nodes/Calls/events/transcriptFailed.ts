import { triggerEvent } from '../../shared/polling';
import { callEvent, settledFact, untilReady } from './call';

export const transcriptFailed = triggerEvent({
	...callEvent,
	options: [],
	name: 'Call Transcript Failed',
	value: 'transcriptFailed',
	description: 'Triggers when the service could not make the transcript of a call',
	source: untilReady,
	fact: (row) => settledFact(row, 'transcript', 'failed'),
});
