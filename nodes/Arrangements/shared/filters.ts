import { anyOf, type Field, record, topic } from '../../shared/form';
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
