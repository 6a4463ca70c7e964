import { ifRejected, options, warning, simplify } from '../../../shared/form';
import { batchWrite, operation } from '../../../shared/operations';
import { arrangements } from '../../locators/arrangement';
import { arrangementOutput, arrangementWrite, expectedStatus } from '../../shared/arrangement';
import { currentStatus, hasStatus } from '../../shared/status';

/** deleteArrangements: the arrangement stays readable, with status `deleted` */
export const deleteOperation = operation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete task',
	description: 'Delete a task. It stays readable with the status deleted.',
	routing: { request: { method: 'POST', url: '/api/v1/arrangement/delete' } },
	tool: {
		does: 'Deletes one or several tasks.',
		returns: 'Returns each task with status deleted, or the reason why not.',
		use: 'Use it only when the user asks to delete it. Not for a task that is done.',
		effect: 'A deleted task is in no list any more, and no operation restores it.',
	},
	endpoint: batchWrite({
		...arrangementWrite,
		target: ['arrangement_uid'],
		repeat: 'precondition',
		expected: [currentStatus],
		made: hasStatus(() => 'deleted'),
		rowOf: (entity) => ({ deleted: true, ...entity }),
	}),
	output: arrangementOutput,
	fields: [
		warning('Deletes tasks. They stay readable with the status deleted, but cannot be restored.'),
		arrangements,
		options([simplify, expectedStatus, ifRejected]),
	],
});
