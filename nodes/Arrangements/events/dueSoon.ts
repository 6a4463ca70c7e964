import { MINUTE } from '../../shared/api';
import type { TriggerEvent } from '../../shared/polling';
import { byDue, dueFact } from './arrangement';

/** All that is due in the lead time is read with every poll; what is due already when it starts counts. */
export const dueSoon: TriggerEvent = {
	...byDue,
	name: 'Due Soon',
	value: 'dueSoon',
	description: 'Some time before a task is due, once for each due time',
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
	startsNow: true,
	lookback: 0,
	ahead: ({ own }) => (own.leadTime as number) * MINUTE,
	fact: (row) => dueFact(row, 'due'),
};
