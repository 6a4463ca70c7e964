import type { TriggerEvent } from '../../shared/polling';
import { callEvent, settledFact, untilReady } from './call';

export const transcriptFailed: TriggerEvent = {
	...callEvent,
	options: [],
	name: 'Call Transcript Failed',
	value: 'transcriptFailed',
	description: 'Triggers when the service could not make the transcript of a call',
	source: untilReady,
	fact: (row) => settledFact(row, 'transcript', 'failed'),
};
