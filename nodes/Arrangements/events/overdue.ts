import { DAY, HOUR } from '../../shared/durations';
import { triggerEvent } from '../../shared/polling';
import { arrangementEvent, dueFact, dueFilters, readOpenByDue } from './arrangement';

export const overdue = triggerEvent({
	...arrangementEvent,
	name: 'Task Overdue',
	value: 'overdue',
	description: 'Triggers when the due time of an open task has passed, once for each due time',
	filters: dueFilters,
	source: {
		read: readOpenByDue,
		lookback: 7 * DAY,
		recent: 6 * HOUR,
		leadTime: () => 0,
	},
	fact: (row) => dueFact(row, 'overdue'),
});
