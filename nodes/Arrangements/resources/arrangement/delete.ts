import { ifRejected, options, warning, simplify } from '../../../shared/fields';
import { batchWrite, type Operation } from '../../../shared/operations';
import { arrangement } from '../../locators/arrangement';
import { arrangementOutput, arrangementWrite, expectedStatus } from '../../shared/arrangement';
import { currentStatus, hasStatus } from '../../shared/status';

/** deleteArrangements: the arrangement stays readable, with status `deleted` */
export const deleteOperation: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete arrangement',
	description: 'Delete an arrangement (task). It stays readable with the status deleted.',
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
		warning(
			'Deletes arrangements. They stay readable with the status deleted, but cannot be restored.',
		),
		arrangement,
		simplify,
		options([expectedStatus, ifRejected]),
	],
};
