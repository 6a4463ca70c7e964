import { textOf } from '../../../shared/api';
import {
	additionalFields,
	dayOrMonthFirst,
	details,
	ifRejected,
	ifTooLong,
	options,
	simplify,
	title,
	topic,
	writeOncePer,
} from '../../../shared/form';
import { batchWrite, operation } from '../../../shared/operations';
import { arrangementWrite, createdArrangementOutput, dueAt } from '../../shared/arrangement';

/** createArrangements. The contract has no field for a reminder time. */
export const create = operation({
	name: 'Create',
	value: 'create',
	action: 'Create task',
	description: 'Create a task, optionally with a due time and a topic',
	routing: { request: { method: 'POST', url: '/api/v1/arrangement/create' } },
	tool: {
		does: 'Creates a task, optionally with a due time and a description.',
		returns: 'Returns the task with arrangement_uid, status and version.',
		use: 'Use it for something the user has to do; it has no assignee, reminder or repetition. A day alone as due_at means its first minute. Something to remember is a note instead.',
		effect: 'Adds a task.',
		undo: 'It can be deleted.',
		undoneBy: 'arrangement.delete',
	},
	endpoint: batchWrite({
		...arrangementWrite,
		creates: true,
		repeat: 'idempotencyKey',
		rowOf: (task) => ({ ...task, arrangement_uid: textOf(task, 'arrangement_uid') }),
	}),
	output: createdArrangementOutput,
	fields: [
		title('Title of the task: up to {maxLength} characters, a longer one is shortened', {
			required: true,
			limits: {
				ifTooLong: {
					otherwise: 'shorten',
					told: 'title_shortened',
					rest: { property: 'description' },
				},
			},
		}),
		dueAt,
		additionalFields([
			details('Description of the task, up to {maxLength} characters', {
				limits: {
					ifTooLong: { otherwise: 'fail', told: 'description_shortened' },
				},
			}),
			{
				...topic,
				description: 'Topic that the task belongs to',
				routing: { send: { type: 'body', property: 'topic_uid' } },
			},
		]),
		options([
			simplify,
			dayOrMonthFirst,
			ifRejected,
			ifTooLong(
				'shorten',
				'What to do with a long title or description. Without this option, a title is shortened.',
			),
			writeOncePer,
		]),
	],
});
