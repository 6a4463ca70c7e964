import type { TriggerEvent } from '../../shared/polling';
import { includeTranscript } from '../../shared/transcripts';
import { finishedFact, recordingEvent, untilFinished } from './recording';

/** States of a transcript that can still become ready. */
const IN_WORK = ['partial', 'processing'];

export const transcriptReady: TriggerEvent = {
	...recordingEvent,
	fields: [includeTranscript('recording')],
	options: [],
	name: 'Recording Transcript Ready',
	value: 'transcriptReady',
	description: 'Triggers when the transcript of a recording is ready, with no known gaps',
	source: untilFinished,
	fact: (row) => {
		const fact = finishedFact(row, 'transcript');
		if (row.transcript_state === 'ready') return fact;
		return IN_WORK.includes(String(row.transcript_state)) ? { ...fact, ready: false } : undefined;
	},
};
