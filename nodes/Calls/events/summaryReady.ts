import type { TriggerEvent } from '../../shared/polling';
import { callEvent, callFact, SETTLES_WITHIN } from './call';

export const summaryReady: TriggerEvent = {
	...callEvent,
	name: 'Call Summary Ready',
	value: 'summaryReady',
	description: 'When the summary of a call can be read; it is part of the item',
	lookback: SETTLES_WITHIN,
	fact: (row) => (row.summary_state === 'ready' ? callFact(row, 'summary') : undefined),
};
