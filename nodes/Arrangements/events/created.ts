import { timeOf } from '../../shared/api';
import type { TriggerEvent } from '../../shared/polling';
import { ofRecord, ofTopic, statuses } from '../shared/filters';
import { arrangementFact, byUpdate } from './arrangement';

/** Nothing asks for the time of creation: new arrangements are among those that changed. */
export const created: TriggerEvent = {
	...byUpdate,
	name: 'Arrangement Created',
	value: 'created',
	description: 'When there is a new task',
	filters: [ofRecord, statuses, ofTopic],
	movesOn: true,
	fact: (row) => ({
		...arrangementFact(row),
		time: timeOf(row.created_at) ?? timeOf(row.updated_at),
	}),
};
