import type { TriggerEvent } from '../../shared/polling';
import { byTime, recordingEvent, recordingFact } from './recording';

export const newRecording: TriggerEvent = {
	...recordingEvent,
	name: 'New Recording',
	value: 'newRecording',
	description: 'When there is a new recording, be it still under way or uploaded days later',
	source: byTime,
	fact: (row) => recordingFact(row),
};
