import { MINUTE } from '../../shared/api';
import type { TimeRange, TriggerEvent } from '../../shared/polling';
import { arrangementEvent, dueFact, dueFilters, readOpenByDue } from './arrangement';

const leadTime: TimeRange['leadTime'] & {} = ({ own }) => (own.leadTime as number) * MINUTE;

/** All that is due in the lead time is read with every poll; what is due already when it starts counts. */
export const dueSoon: TriggerEvent = {
	...arrangementEvent,
	name: 'Due Soon',
	value: 'dueSoon',
	description: 'Triggers a set time before a task is due, once for each due time',
	fields: [
		{
			displayName: 'Lead Time (Minutes)',
			name: 'leadTime',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 43_200 },
			default: 60,
			required: true,
			description: 'How long before the due time to trigger',
		},
	],
	filters: dueFilters,
	startsNow: true,
	source: { kind: 'timeRange', read: readOpenByDue, lookback: leadTime, leadTime },
	fact: (row) => dueFact(row, 'due'),
};
