import { DAY, timeOf, uidOf } from '../../shared/api';
import { type TriggerEvent, windowOf } from '../../shared/polling';
import { kinds } from '../shared/filters';
import { readSummaryText } from '../shared/summaryText';

/** queryRecordingSummaries: a summary covers a span of time and belongs to no single recording. */
export const summaryCompleted: TriggerEvent = {
	name: 'Summary Completed',
	value: 'summaryCompleted',
	description: 'When a daily summary or a timeline of your recordings is complete',
	filters: [kinds],
	options: [
		{
			displayName: 'Include Text',
			name: 'includeText',
			type: 'boolean',
			default: false,
			description:
				'Whether to add the text of each summary; takes at least one more request for each',
		},
	],
	lookback: 7 * DAY,
	hot: 2 * DAY,
	read: windowOf('/api/v1/recordings/summaries/query', {
		start: 'start_at',
		end: 'end_at',
		inclusive: false,
		overlap: true,
		also: { generation_states: ['completed'] },
	}),
	// Asked for as completed, and looked at again: what it is may change between question and answer
	fact: (row) =>
		row.generation_state === 'completed'
			? { id: uidOf(row, 'summary_uid'), mark: 'completed', time: timeOf(row.end_at) }
			: undefined,
	complete: {
		field: 'text',
		wanted: ({ own }) => own.includeText === true,
		add: readSummaryText,
	},
};
