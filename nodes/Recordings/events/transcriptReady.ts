import { textContains, triggerEvent } from '../../shared/polling';
import { includeTranscript } from '../../shared/transcripts';
import { recordingEvent, transcriptFact, untilFinished } from './recording';

export const transcriptReady = triggerEvent({
	...recordingEvent,
	fields: [includeTranscript('recording')],
	options: [],
	filters: [...recordingEvent.filters, textContains('recordings whose transcript')],
	ownFilters: [...recordingEvent.ownFilters, 'textContains'],
	name: 'Recording Transcript Ready',
	value: 'transcriptReady',
	description: 'Triggers when the transcript of a recording is ready, with no known gaps',
	source: untilFinished,
	fact: (row) => transcriptFact(row, 'ready'),
});
