import type { TriggerEvent } from '../../shared/polling';
import { callEvent, callFact, SETTLES_WITHIN } from './call';

export const transcriptReady: TriggerEvent = {
	...callEvent,
	name: 'Call Transcript Ready',
	value: 'transcriptReady',
	description: 'When the transcript of a call can be read',
	lookback: SETTLES_WITHIN,
	fact: (row) => (row.transcript_state === 'ready' ? callFact(row, 'transcript') : undefined),
};
