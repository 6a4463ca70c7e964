import { integerOf } from '../../../shared/api';
import {
	cleared,
	clearFields,
	dayOrMonthFirst,
	expectedVersion,
	ifRejected,
	options,
	updateFields,
	USE_CLEAR_FIELDS,
	simplify,
	details,
	title,
} from '../../../shared/form';
import { batchWrite, operation } from '../../../shared/operations';
import { arrangement } from '../../locators/arrangement';
import {
	arrangementOutput,
	arrangementWrite,
	dueAt,
	exactArrangement,
} from '../../shared/arrangement';

/** updateArrangements: a field that is not sent keeps its value; '' clears the description, 0 the due time */
export const update = operation({
	name: 'Update',
	value: 'update',
	action: 'Update task',
	description: 'Change the title, description or due time of a task',
	routing: { request: { method: 'POST', url: '/api/v1/arrangement/update' } },
	tool: {
		does: 'Changes the title, description or due time of a task.',
		returns: 'Returns the task as it is now and the old values, or why nothing was changed.',
		use: 'Use it to postpone or rename a task. Give only the fields that change. It has no assignee, reminder or repetition; a day alone as due_at means its first minute. Not for marking it as done, nor for its topic.',
		effect: 'Overwrites the old values; rejected if somebody else changed the task in between.',
		undo: 'Updating it with the old values undoes it.',
	},
	endpoint: batchWrite({
		...arrangementWrite,
		target: ['arrangement_uid'],
		repeat: 'idempotent',
		overwrites: ['title', 'description', 'due_at'],
		expected: [
			{
				field: 'expected_version',
				read: exactArrangement,
				value: (task) => integerOf(task, 'version'),
				absent: 'not_found',
				refused: ({ status }) => (status === 'deleted' ? 'not_active' : undefined),
			},
		],
	}),
	output: arrangementOutput,
	fields: [
		arrangement,
		updateFields([
			details('New description of the task', { limits: { emptyHint: USE_CLEAR_FIELDS } }),
			{ ...dueAt, limits: { ...dueAt.limits, emptyHint: USE_CLEAR_FIELDS } },
			title('New title of the task', {
				limits: {
					emptyHint: "A task needs a title. Remove 'Title' to keep the current one.",
				},
			}),
		]),
		clearFields([
			{ name: 'Description', value: 'description', description: 'Removes the description' },
			{ name: 'Due', value: 'due_at', description: 'Removes the due time' },
		]),
		options([simplify, dayOrMonthFirst, expectedVersion('task'), ifRejected]),
	],
	finish: cleared({ title: undefined, description: '', due_at: 0 }),
});
