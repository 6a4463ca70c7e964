import type { Operation } from '../../../shared/operation';
import { creatorUserRefs } from '../../../shared/fields/identifiers';
import { containerFilter } from '../../../shared/fields/container';
import { order } from '../../../shared/fields/order';
import { returnAllOrLimit } from '../../../shared/fields/paging';
import { notAfter, topicGiven } from '../../../shared/fields/rules';
import { page } from '../../../shared/routing/page';

/** queryRecordTimeline: both time bounds are inclusive and filter on `send_at` */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many records',
	description: 'List records by their time, newest first unless ordered otherwise',
	shape: page('/api/v1/record/timeline/query', { max: 150 }),
	fields: [
		...containerFilter,
		...returnAllOrLimit,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			options: [
				creatorUserRefs,
				{
					displayName: 'End',
					name: 'endAt',
					type: 'dateTime',
					default: '',
					description:
						'Latest time of a record, inclusive. Without a time zone in the value, the workflow time zone counts.',
					routing: { send: { type: 'body', property: 'end_at' } },
				},
				{
					displayName: 'Origins',
					name: 'origins',
					type: 'multiOptions',
					default: [],
					description: 'Where the records come from; none chosen means all',
					options: [
						{ name: 'Group Chat', value: 'group_chat' },
						{ name: 'Private Chat', value: 'private_chat' },
						{ name: 'Self', value: 'self', description: 'Formed directly by the account' },
						{ name: 'Topic', value: 'topic', description: 'From a personal topic' },
					],
					routing: { send: { type: 'body', property: 'origins' } },
				},
				{
					displayName: 'Start',
					name: 'startAt',
					type: 'dateTime',
					default: '',
					description:
						'Earliest time of a record, inclusive. Without a time zone in the value, the workflow time zone counts.',
					routing: { send: { type: 'body', property: 'start_at' } },
				},
			],
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: [order('desc', 'By the time of the record')],
		},
	],
	rules: [notAfter('start_at', 'end_at'), topicGiven('container')],
};
