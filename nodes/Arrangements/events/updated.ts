import { triggerEvent } from '../../shared/polling';
import { ofRecord, ofTopic, statuses } from '../shared/filters';
import { arrangementEvent, arrangementFact, byUpdate } from './arrangement';

/** An arrangement shows only its latest update: several updates between two polls are one event. */
export const updated = triggerEvent({
	...arrangementEvent,
	name: 'Task Updated',
	value: 'updated',
	description: 'Triggers when a task is created or updated, also by this workflow',
	filters: [ofRecord, statuses, ofTopic],
	source: byUpdate,
	fact: (row) => arrangementFact(row, String(row.updated_at)),
});
