import { textContains, triggerEvent } from '../../shared/polling';
import { includeTranscript } from '../../shared/transcripts';
import { callEvent, settledFact, untilReady } from './call';

export const transcriptReady = triggerEvent({
	...callEvent,
	fields: [includeTranscript('call')],
	options: [],
	filters: [...callEvent.filters, textContains('calls whose transcript')],
	ownFilters: [...callEvent.ownFilters, 'textContains'],
	name: 'Call Transcript Ready',
	value: 'transcriptReady',
	description: 'Triggers when the transcript of a call is ready',
	source: untilReady,
	fact: (row) => settledFact(row, 'transcript', 'ready'),
});
