import { type ExactRead, foundIn } from '../../shared/api';
import { bound, type Field, simplified } from '../../shared/fields';

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

/** Simplify leaves out the planned reminder and the time of creation. */
export const simplifiedArrangement = simplified([
	'arrangement_uid',
	'title',
	'description',
	'status',
	'topic_uid',
	'due_at',
	'reminder_state',
	'version',
	'updated_at',
]);

/** The statuses in the order of the contract's state table; moves go from one to the next or back. */
export const STATUSES = ['identified', 'following', 'completed'];

/** The statuses that an arrangement can have unless it is deleted. */
export const statusOptions = [
	{ name: 'Completed', value: 'completed' },
	{ name: 'Following', value: 'following' },
	{ name: 'Identified', value: 'identified' },
];

/** The status that a change expects; left empty, the node reads it. */
export const expectedStatus: Field = {
	displayName: 'Expected Status',
	name: 'expectedStatus',
	type: 'options',
	default: 'identified',
	description:
		'The status that you have seen: the change is rejected if it is another by now. Without it the node reads the current one right before.',
	options: statusOptions,
	limits: { guard: true },
	routing: { send: { type: 'body', property: 'expected_status' } },
};

/** A due time. */
export const dueAt: Field = bound('Due', 'dueAt', 'due_at', 'When it is due');
