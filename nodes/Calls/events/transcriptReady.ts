import type { TriggerEvent } from '../../shared/polling';
import { callEvent, readyFact, untilReady } from './call';

export const transcriptReady: TriggerEvent = {
	...callEvent,
	name: 'Call Transcript Ready',
	value: 'transcriptReady',
	description: 'When the transcript of a call can be read',
	source: untilReady,
	fact: (row) => readyFact(row, row.transcript_state, 'transcript'),
};
