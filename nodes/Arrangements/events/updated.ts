import type { TriggerEvent } from '../../shared/polling';
import { ofRecord, ofTopic, statuses } from '../shared/filters';
import { arrangementFact, byUpdate } from './arrangement';

/** Only the latest update of an arrangement is there to be found. */
export const updated: TriggerEvent = {
	...byUpdate,
	name: 'Arrangement Updated',
	value: 'updated',
	description: 'When a task is created or changed in any way',
	filters: [ofRecord, statuses, ofTopic],
	fact: (row) => arrangementFact(row, String(row.updated_at)),
};
