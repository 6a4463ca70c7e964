import type { IDataObject } from 'n8n-workflow';

import { timeOf } from '../../shared/api';
import {
	BOUNDED,
	type Period,
	type Setting,
	anyOf,
	type Field,
	record,
	topic,
} from '../../shared/form';
import { type InputItem, spanOf } from '../../shared/operations';
import { OPEN, statusOptions } from './arrangement';

/** Filter by topic. */
export const ofTopic = {
	...topic,
	description: 'Only tasks in this topic',
	routing: { send: { type: 'body', property: 'topic_uid' } },
} satisfies Field;

/** Filter by related record. */
export const ofRecord = {
	...record,
	description: 'Only tasks that are related to this record',
	routing: { send: { type: 'body', property: 'record_uid' } },
} satisfies Field;

/** Filter by current status. */
export const statuses = anyOf('statuses', {
	displayName: 'Statuses',
	name: 'statuses',
	description: 'Only tasks with these statuses',
	options: statusOptions,
});

/** Current statuses in the form of a list, which begins with the open ones. */
export const listedStatuses = {
	...statuses,
	default: OPEN,
	description: 'Only tasks with these statuses (open: Identified, Following). If empty, all.',
} satisfies Field;

/** Filter by current status, without Completed. */
export const openStatuses = {
	...statuses,
	options: statusOptions.filter(({ value }) => value !== 'completed'),
} satisfies Field;

/**
 * The filter on the time of creation. The node applies it: queryArrangements has none, and `created_at` is optional
 * (contract document 3, Arrangement).
 */
export const created: Setting = {
	displayName: 'Created',
	name: 'created',
	type: 'options',
	default: 'yesterday',
	description: 'Only tasks that were created in this period',
	options: BOUNDED,
};

/** The filter of a list by Created; undefined where every task is wanted. Says how many tasks have no time of creation. */
export function keepsCreated(
	{ settings: { created: period }, run }: InputItem<{ created?: Period }>,
	now: number,
) {
	if (!period) return undefined;
	// A list that is cut is read again
	const unknown = run.cache.once(created, () => new Set<unknown>());
	const { start = -Infinity, end = Infinity } = spanOf(period, run.functions.getTimezone(), now);
	return ({ created_at, arrangement_uid }: IDataObject): boolean => {
		const time = timeOf(created_at);
		if (time !== undefined) return start <= time && time < end;
		unknown.add(arrangement_uid);
		const tasks = unknown.size === 1 ? '1 task was' : `${unknown.size} tasks were`;
		run.hint(
			`${tasks} left out, since the service does not say when they were created.`,
			'created',
		);
		return false;
	};
}
