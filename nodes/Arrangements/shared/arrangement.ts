import { type Completion, withTopicNames, type Output } from '../../shared/rows';
import { type ExactRead, foundIn } from '../../shared/api';
import { moment, type Field } from '../../shared/form';

/** batchGetArrangements: also finds deleted arrangements, with status `deleted`. */
export const exactArrangement = {
	path: '/api/v1/arrangement/batch-get',
	thing: 'task',
	keys: ['arrangement_uid'],
	uids: 'arrangement_uids',
	entity: foundIn('arrangement'),
} satisfies ExactRead;

/** Members that all arrangement writes share: the outcome contains the changed arrangement. */
export const arrangementWrite = { thing: 'task', entity: 'arrangement' };

/** Simplified form of an arrangement. */
export const arrangementOutput: Output = {
	fields: `
		title due_at status description remind_at reminder_enabled reminder_state arrangement_uid
		topic topic_uid version created_at updated_at deleted?
	`,
	onlyIfKnown: 'topic',
	onRequest: 'reminder_enabled created_at',
	usual: { remind_at: null, reminder_state: null },
	details: 'reminder_state topic_uid version',
	text: 'title due_at',
	// The ID of a topic is the heading where its name is not known
	groups: { day: 'due_at', status: 'status', topic: 'topic topic_uid' },
};

/** Simplified form of a created arrangement, whose texts may have been shortened. */
export const createdArrangementOutput: Output = {
	...arrangementOutput,
	fields: `${arrangementOutput.fields} title_shortened? description_shortened?`,
};

/**
 * The statuses in the order of the contract's state table (document 3, states and transitions). One step leads to the next
 * status or back.
 */
export const STATUSES = ['identified', 'following', 'completed'];

/** Statuses of open arrangements. */
export const OPEN = ['identified', 'following'];

/** Statuses from which transitionArrangements changes to a status (contract document 3, states and transitions). */
export const BEFORE: Record<string, string[]> = {
	identified: ['following'],
	following: ['identified', 'completed'],
	completed: ['following'],
};

/** Options for the statuses that an arrangement can have unless it is deleted. */
export const statusOptions = [
	{ name: 'Identified', value: 'identified', description: 'Suggested, but not taken on yet' },
	{ name: 'Following', value: 'following', description: 'Taken on and in progress' },
	{ name: 'Completed', value: 'completed', description: 'Done' },
];

/** Status that a change expects (transitionArrangements, deleteArrangements). */
export const expectedStatus = {
	displayName: 'Expected Status',
	name: 'expectedStatus',
	type: 'options',
	default: 'identified',
	description:
		'Status that the task must have. If it has another status, the service rejects the change. Without this option, the node reads the current status right before the change.',
	options: statusOptions,
	limits: { guard: true },
	routing: { send: { type: 'body', property: 'expected_status' } },
} satisfies Field;

/** Due time of an arrangement. */
export const dueAt = {
	...moment('Due', 'dueAt', 'due_at', 'Time when the task is due'),
	limits: { dateOrder: true },
} satisfies Field;

/** Adds the names of their topics to tasks, if the output shows them. */
export const topicNames: Completion = {
	adds: ({ form }) => (form().shows('topic') ? ['topic_uid'] : []),
	complete: async (rows, context) =>
		await withTopicNames(rows, ({ topic_uid }) => topic_uid ?? null, context),
};
