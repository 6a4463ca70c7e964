import { triggerEvent } from '../../shared/polling';
import { recordingsByTime, recordingEvent, recordingFact } from './recording';

export const newRecording = triggerEvent({
	...recordingEvent,
	name: 'New Recording',
	value: 'newRecording',
	description:
		'Triggers when a new recording is found, even if it is still in progress or was uploaded days later',
	source: recordingsByTime,
	fact: (row) => recordingFact(row),
});
