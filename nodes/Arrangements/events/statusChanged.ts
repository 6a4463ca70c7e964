import { integerOf } from '../../shared/api';
import { type Setting, several, topic } from '../../shared/form';
import { triggerEvent } from '../../shared/polling';
import { BEFORE, statusOptions } from '../shared/arrangement';
import { arrangementEvent, arrangementFact, byUpdate } from './arrangement';

/** Filter on the status before or after a change. The node applies it, since the contract has no such filter. */
function statusFilter(displayName: string, name: string, description: string): Setting {
	return {
		displayName,
		name,
		type: 'multiOptions',
		default: [],
		description,
		options: statusOptions,
	};
}

/**
 * The contract has no status history (document 3, Arrangement), so the trigger stores the last known status of each
 * arrangement. It reads all arrangements whatever the filters are, so that their statuses are known when a filter is changed.
 */
export const statusChanged = triggerEvent({
	...arrangementEvent,
	name: 'Task Status Updated',
	value: 'statusChanged',
	description:
		'Triggers when the status of a task changes. The item also contains the previous status.',
	filters: [
		statusFilter('From Statuses', 'fromStatuses', 'Only changes from these statuses'),
		statusFilter('To Statuses', 'toStatuses', 'Only changes to these statuses'),
		several({
			of: topic,
			displayName: 'Topics',
			name: 'topics',
			description: 'Only tasks in these topics',
		}),
	],
	ownFilters: ['fromStatuses', 'toStatuses', 'topics'],
	source: {
		...byUpdate,
		changes: {
			value: (row) => String(row.status),
			isFinal: (status) => status === 'completed',
			before: (status) => BEFORE[status] ?? [],
			version: (row) => integerOf(row, 'version'),
			wanted: (previous, row, { own }) =>
				(previous === null || isAmong(previous, own.fromStatuses)) &&
				isAmong(row.status, own.toStatuses) &&
				isAmong(row.topic_uid, own.topics),
		},
	},
	fact: (row) => arrangementFact(row, `${String(row.status)}@${String(row.updated_at)}`),
});

/** True for a value that is in the list. An empty list contains every value. */
function isAmong(value: unknown, wanted: unknown): boolean {
	return !Array.isArray(wanted) || wanted.length === 0 || wanted.includes(value);
}
