import { integerOf } from '../../shared/api';
import type { Field } from '../../shared/fields';
import { several, topic } from '../../shared/locators';
import type { TriggerEvent } from '../../shared/polling';
import { statusOptions } from '../shared/arrangement';
import { arrangementEvent, arrangementFact, byUpdate } from './arrangement';

/** A status that is looked at before the item goes out; the service cannot ask for changes. */
function statusFilter(displayName: string, name: string, description: string): Field {
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
 * The service tells no changes of status, so the last known status of each arrangement is remembered.
 * All are read, whatever the filters, so that another filter finds them known.
 */
export const statusChanged: TriggerEvent = {
	...arrangementEvent,
	name: 'Status Changed',
	value: 'statusChanged',
	description: 'Triggers when the status of a task changes; the item also has the previous status',
	startsNow: true,
	filters: [
		statusFilter('From Statuses', 'fromStatuses', 'Only changes from these statuses'),
		statusFilter('To Statuses', 'toStatuses', 'Only changes to these statuses'),
		several({
			of: topic,
			displayName: 'Topics',
			name: 'topics',
			description: 'Only tasks of these topics',
		}),
	],
	ownFilters: ['fromStatuses', 'toStatuses', 'topics'],
	source: {
		...byUpdate,
		changes: {
			value: (row) => String(row.status),
			version: (row) => integerOf(row, 'version'),
			wanted: (previous, row, { own }) =>
				(previous === undefined || isAmong(previous, own.fromStatuses)) &&
				isAmong(row.status, own.toStatuses) &&
				isAmong(row.topic_uid, own.topics),
		},
	},
	fact: (row) => arrangementFact(row, `${String(row.status)}@${String(row.updated_at)}`),
};

/** True for a value that is wanted; an empty list wants any. */
function isAmong(value: unknown, wanted: unknown): boolean {
	return !Array.isArray(wanted) || wanted.length === 0 || wanted.includes(value);
}
