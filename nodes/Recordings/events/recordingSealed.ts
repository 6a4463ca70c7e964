import { triggerEvent } from '../../shared/polling';
import { finishedFact, recordingEvent, untilFinished } from './recording';

export const recordingSealed = triggerEvent({
	...recordingEvent,
	name: 'Recording Ready',
	value: 'recordingSealed',
	description: 'Triggers when a recording is complete (sealed): no more audio is added to it',
	source: untilFinished,
	fact: (row) => {
		const fact = finishedFact(row, 'sealed');
		return row.sealed === true ? fact : { ...fact, ready: false };
	},
});
