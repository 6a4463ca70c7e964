import { timeOf } from '../../shared/api';
import type { TriggerEvent } from '../../shared/polling';
import { ofRecord, ofTopic, statuses } from '../shared/filters';
import { arrangementEvent, arrangementFact, byUpdate } from './arrangement';

/** No operation selects by the time of creation: new arrangements are among those that changed. */
export const created: TriggerEvent = {
	...arrangementEvent,
	name: 'Arrangement Created',
	value: 'created',
	description: 'Triggers when a task is created',
	filters: [ofRecord, statuses, ofTopic],
	source: { ...byUpdate, orderedBy: 'update' },
	fact: (row) => ({
		...arrangementFact(row),
		time: timeOf(row.created_at) ?? timeOf(row.updated_at),
	}),
};
