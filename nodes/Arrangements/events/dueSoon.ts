import { MINUTE } from '../../shared/durations';
import { type EventSource, triggerEvent } from '../../shared/polling';
import { arrangementEvent, dueFact, dueFilters, readOpenByDue } from './arrangement';

const leadTime: EventSource['leadTime'] & {} = ({ own }) => own.leadTime! * MINUTE;

/** Every poll reads the whole lead time. Arrangements that are due within it at activation are events too. */
export const dueSoon = triggerEvent({
	...arrangementEvent,
	name: 'Task Due Soon',
	value: 'dueSoon',
	description: 'Triggers when a task is about to be due, once for each due time',
	fields: [
		{
			displayName: 'Lead Time (Minutes)',
			name: 'leadTime',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 43_200 },
			default: 60,
			required: true,
			description: 'Number of minutes before the due time',
		},
	],
	filters: dueFilters,
	source: {
		read: readOpenByDue,
		lookback: leadTime,
		leadTime,
		crowded:
			"More tasks are due within the lead time than this trigger can remember. Those that are due last are emitted later than 'Lead Time (Minutes)' says, and a task that is added shortly before its due time may be missed. Lower 'Lead Time (Minutes)', or narrow the filters.",
	},
	fact: (row) => dueFact(row, 'due'),
});
