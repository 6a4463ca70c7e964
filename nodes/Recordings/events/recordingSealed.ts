import type { TriggerEvent } from '../../shared/polling';
import { finishedFact, recordingEvent } from './recording';

export const recordingSealed: TriggerEvent = {
	...recordingEvent,
	name: 'Recording Sealed',
	value: 'recordingSealed',
	description: 'When a recording is complete: nothing is added to it any more',
	fact: (row) => (row.sealed === true ? finishedFact(row, 'sealed') : undefined),
};
