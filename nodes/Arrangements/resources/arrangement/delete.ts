import { ifRejected, options, warning, simplify } from '../../../shared/fields';
import { batchWrite, type Operation } from '../../../shared/operations';
import { arrangement } from '../../locators/arrangement';
import { arrangementOutput, arrangementWrite, expectedStatus } from '../../shared/arrangement';
import { currentStatus, hasStatus } from '../../shared/status';

/** deleteArrangements: a soft delete */
export const deleteOperation: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete arrangement',
	description: 'Delete a task; it stays readable with the status deleted',
	routing: { request: { method: 'POST', url: '/api/v1/arrangement/delete' } },
	endpoint: batchWrite({
		...arrangementWrite,
		target: ['arrangement_uid'],
		repeat: 'precondition',
		expected: [currentStatus],
		made: hasStatus(() => 'deleted'),
		present: (entity) => ({ deleted: true, ...entity }),
	}),
	output: arrangementOutput,
	fields: [
		warning('Deletes tasks. They stay readable with the status deleted, but cannot be restored.'),
		arrangement,
		simplify,
		options([expectedStatus, ifRejected]),
	],
};
