import { DAY, HOUR } from '../../shared/api';
import type { TriggerEvent } from '../../shared/polling';
import { byDue, dueFact } from './arrangement';

export const overdue: TriggerEvent = {
	...byDue,
	name: 'Overdue',
	value: 'overdue',
	description: 'When a task is due and not completed, once for each due time',
	lookback: 7 * DAY,
	hot: 6 * HOUR,
	fact: (row) => dueFact(row, 'overdue'),
};
