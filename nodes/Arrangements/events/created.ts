import { timeOf } from '../../shared/api';
import { triggerEvent } from '../../shared/polling';
import { ofRecord, ofTopic, statuses } from '../shared/filters';
import { arrangementEvent, arrangementFact, byUpdate } from './arrangement';

/** The contract cannot select by creation time (queryArrangements), so new arrangements are found among the updated ones. */
export const created = triggerEvent({
	...arrangementEvent,
	name: 'New Task',
	value: 'created',
	description: 'Triggers when a task is created, also by this workflow',
	filters: [ofRecord, statuses, ofTopic],
	source: { ...byUpdate, orderedBy: 'update' },
	fact: (row) => ({
		...arrangementFact(row),
		time: timeOf(row.created_at) ?? timeOf(row.updated_at),
	}),
});
