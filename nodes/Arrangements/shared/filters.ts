import { anyOf, type Field } from '../../shared/fields';
import { record, topic } from '../../shared/locators';
import { OPEN, statusOptions } from './arrangement';

/** Filter by topic. */
export const ofTopic: Field = {
	...topic,
	description: 'Only tasks in this topic',
	routing: { send: { type: 'body', property: 'topic_uid' } },
};

/** Filter by related record. */
export const ofRecord: Field = {
	...record,
	description: 'Only tasks that are related to this record',
	routing: { send: { type: 'body', property: 'record_uid' } },
};

/** Filter by current status. */
export const statuses = anyOf('statuses', {
	displayName: 'Statuses',
	name: 'statuses',
	description: 'Only tasks with these statuses',
	options: statusOptions,
});

/** Current statuses in the form of a list, which begins with the open ones. */
export const listedStatuses: Field = {
	...statuses,
	default: OPEN,
	description: 'Only tasks with these statuses (open: Identified, Following). If empty, all.',
};

/** Filter by current status, without Completed. */
export const openStatuses: Field = {
	...statuses,
	options: statusOptions.filter(({ value }) => value !== 'completed'),
};
