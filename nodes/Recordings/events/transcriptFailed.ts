import { triggerEvent } from '../../shared/polling';
import { recordingEvent, transcriptFact, untilFinished } from './recording';

export const transcriptFailed = triggerEvent({
	...recordingEvent,
	options: [],
	name: 'Recording Transcript Failed',
	value: 'transcriptFailed',
	description: 'Triggers when the service could not make the transcript of a recording',
	source: untilFinished,
	fact: (row) => transcriptFact(row, 'failed'),
});
