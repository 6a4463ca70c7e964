import type { TriggerEvent } from '../../shared/polling';
import { callEvent, readyFact, untilReady } from './call';

export const summaryReady: TriggerEvent = {
	...callEvent,
	name: 'Call Summary Ready',
	value: 'summaryReady',
	description: 'When the summary of a call can be read; it is part of the item',
	source: untilReady,
	fact: (row) => readyFact(row, row.summary_state, 'summary'),
};
