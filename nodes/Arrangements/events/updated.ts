import type { TriggerEvent } from '../../shared/polling';
import { ofRecord, ofTopic, statuses } from '../shared/filters';
import { arrangementEvent, arrangementFact, byUpdate } from './arrangement';

/** Only the latest update of an arrangement is there to be found. */
export const updated: TriggerEvent = {
	...arrangementEvent,
	name: 'Arrangement Updated',
	value: 'updated',
	description: 'Triggers when a task is created or changed in any way',
	filters: [ofRecord, statuses, ofTopic],
	source: byUpdate,
	fact: (row) => arrangementFact(row, String(row.updated_at)),
};
