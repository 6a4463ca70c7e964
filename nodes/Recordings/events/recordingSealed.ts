import type { TriggerEvent } from '../../shared/polling';
import { finishedFact, recordingEvent, untilFinished } from './recording';

export const recordingSealed: TriggerEvent = {
	...recordingEvent,
	name: 'Recording Sealed',
	value: 'recordingSealed',
	description: 'Triggers when a recording is complete and nothing is added to it any more',
	source: untilFinished,
	fact: (row) => {
		const fact = finishedFact(row, 'sealed');
		return row.sealed === true ? fact : { ...fact, ready: false };
	},
};
