import { triggerEvent } from '../../shared/polling';
import { settledSummaries, summaryEvent, summaryFact } from './summary';

export const summaryFailed = triggerEvent({
	...summaryEvent,
	name: 'Summary Failed',
	value: 'summaryFailed',
	description: 'Triggers when the service could not make a daily summary or a timeline',
	source: settledSummaries('failed'),
	fact: (row) => summaryFact(row, 'failed'),
});
