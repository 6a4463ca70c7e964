import type { TriggerEvent } from '../../shared/polling';
import { readSummaryText } from '../shared/summaryText';
import { settledSummaries, summaryEvent, summaryFact } from './summary';

export const summaryCompleted: TriggerEvent = {
	...summaryEvent,
	name: 'Summary Completed',
	value: 'summaryCompleted',
	description: 'Triggers when a daily summary or a timeline of your recordings is complete',
	options: [
		{
			displayName: 'Include Text',
			name: 'includeText',
			type: 'boolean',
			default: false,
			description:
				'Whether to add its text to each summary. Takes at least one more request per summary.',
		},
	],
	source: settledSummaries('completed'),
	fact: (row) => summaryFact(row, 'completed'),
	enrich: {
		wanted: ({ own }) => own.includeText === true,
		add: readSummaryText,
		without: (row, reason) => ({ ...row, text: null, text_error: reason }),
	},
};
