import type { Field } from '../../shared/fields';
import { record, topic } from '../../shared/locators';
import { statusOptions } from './arrangement';

/** Only tasks of one topic. */
export const ofTopic: Field = {
	...topic,
	description: 'Only tasks of this topic',
	routing: { send: { type: 'body', property: 'topic_uid' } },
};

/** Only tasks that are related to one record. */
export const ofRecord: Field = {
	...record,
	description: 'Only tasks that are related to this record',
	routing: { send: { type: 'body', property: 'record_uid' } },
};

/** Only tasks that are in these statuses when they are found. */
export const statuses: Field = {
	displayName: 'Statuses',
	name: 'statuses',
	type: 'multiOptions',
	default: [],
	description: 'Only tasks in these statuses',
	options: statusOptions,
	routing: { send: { type: 'body', property: 'statuses' } },
};

/** Statuses in which a task is still to be done. */
export const openStatuses: Field = {
	...statuses,
	options: statusOptions.filter(({ value }) => value !== 'completed'),
};
