import type { Operation } from '../../../shared/operations/operation';
import { options } from '../../../shared/fields/collections';
import { arrangement } from '../../locators/arrangement';
import { warning } from '../../../shared/fields/warning';
import { ifRejected } from '../../../shared/fields/outcomeOptions';
import { batchWrite } from '../../../shared/operations/writes/batchWrite';
import { arrangementWrite, expectedStatus } from '../../shared/arrangement';
import { currentStatus, hasStatus } from '../../shared/status';

/** deleteArrangements: a soft delete */
export const deleteOperation: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete arrangement',
	description: 'Remove a task; the service keeps it with status deleted',
	routing: { request: { method: 'POST', url: '/api/v1/arrangement/delete' } },
	endpoint: batchWrite({
		...arrangementWrite,
		target: ['arrangement_uid'],
		repeat: 'guarded',
		expected: [currentStatus],
		made: hasStatus(() => 'deleted'),
		present: (entity) => ({ deleted: true, ...entity }),
	}),
	fields: [
		warning(
			'Deletes arrangements. They can still be read, with status deleted, but not brought back.',
		),
		arrangement,
		options([expectedStatus, ifRejected]),
	],
};
