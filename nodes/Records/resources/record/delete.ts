import { expectedVersion, ifRejected, options, warning, simplify } from '../../../shared/form';
import { batchWrite, currentVersion, operation } from '../../../shared/operations';
import { theRecords } from '../../shared/record';
import { deletedRecordOutput } from '../../shared/outputs';

/** deleteRecords: the record stays readable with state `deleted`, without its content */
export const deleteOperation = operation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete record (note)',
	description:
		'Delete a record (note) that you created. Its title and text are no longer readable.',
	routing: { request: { method: 'POST', url: '/api/v1/record/records/delete' } },
	tool: {
		does: 'Deletes one or several records (notes) that the user created.',
		returns: 'Returns for each whether it was deleted, or the reason why not.',
		use: 'Use it only when the user asks to delete that note. Read it first if in doubt.',
		effect: 'Title and text can no longer be read, and no operation restores them.',
	},
	endpoint: batchWrite({
		thing: 'record',
		target: ['record_uid'],
		repeat: 'precondition',
		expected: [currentVersion],
		made: ({ record_uid, state }) =>
			state === 'deleted' ? { record_uid, status: 'succeeded' } : undefined,
		rowOf: (outcome) => ({ deleted: true, ...outcome }),
	}),
	output: deletedRecordOutput,
	fields: [
		warning('Deletes records that you created. This cannot be undone.'),
		theRecords,
		options([simplify, expectedVersion('record'), ifRejected]),
	],
});
