import type { TriggerEvent } from '../../shared/polling';
import { finishedFact, recordingEvent } from './recording';

export const transcriptReady: TriggerEvent = {
	...recordingEvent,
	name: 'Transcript Ready',
	value: 'transcriptReady',
	description: 'When the transcript of a recording can be read without gaps',
	fact: (row) => (row.transcript_state === 'ready' ? finishedFact(row, 'transcript') : undefined),
};
