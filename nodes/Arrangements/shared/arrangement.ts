import { type ExactRead, foundIn } from '../../shared/api';
import { moment, type Field } from '../../shared/fields';
import type { Output } from '../../shared/outputs';

/** batchGetArrangements: also finds deleted ones, with status `deleted`. */
export const exactArrangement: ExactRead = {
	path: '/api/v1/arrangement/batch-get',
	thing: 'arrangement',
	ids: 'arrangement_uids',
	id: 'arrangement_uid',
	max: 10,
	entity: foundIn('arrangement'),
};

/** Members that all arrangement writes share: the outcome holds the arrangement as it is now. */
export const arrangementWrite = {
	thing: 'arrangement',
	entity: 'arrangement',
	recall: exactArrangement,
};

/** An arrangement: what to do and when first, then where it stands. */
export const arrangementOutput: Output = {
	first: [
		'title',
		'due_at',
		'status',
		'description',
		'remind_at',
		'reminder_enabled',
		'reminder_state',
		'arrangement_uid',
		'topic_uid',
		'version',
	],
	always: ['title', 'due_at', 'description'],
};

/** The statuses in the order of the contract's state table; moves go from one to the next or back. */
export const STATUSES = ['identified', 'following', 'completed'];

/** Statuses in which a task is still to be done. */
export const OPEN = ['identified', 'following'];

/** The statuses that an arrangement can have unless it is deleted. */
export const statusOptions = [
	{
		name: 'Identified',
		value: 'identified',
		description: 'Suggested, not taken on yet',
	},
	{ name: 'Following', value: 'following', description: 'Taken on and in progress' },
	{ name: 'Completed', value: 'completed', description: 'Done' },
];

/** The status that a change expects; left empty, the node reads it. */
export const expectedStatus: Field = {
	displayName: 'Expected Status',
	name: 'expectedStatus',
	type: 'options',
	default: 'identified',
	description:
		'The status that the change is based on. The change is rejected if the task has another status by then. Without this option the node reads the current status right before the change.',
	options: statusOptions,
	limits: { guard: true },
	routing: { send: { type: 'body', property: 'expected_status' } },
};

/** A due time. */
export const dueAt: Field = moment('Due', 'dueAt', 'due_at', 'When the task is due');
