import {
	moment,
	cleared,
	clearFields,
	expectedVersion,
	idempotencyKeyWith,
	ifRejected,
	options,
	updateFields,
	USE_CLEAR_FIELDS,
	simplify,
	text,
	title,
} from '../../../shared/form';
import { batchWrite, currentVersion, operation, ownKeyWith } from '../../../shared/operations';
import { theRecord } from '../../shared/record';
import { changedRecordOutput } from '../../shared/outputs';

/** updateRecords: a field that is not sent keeps its value, an empty text clears it */
export const update = operation({
	name: 'Update',
	value: 'update',
	action: 'Update record (note)',
	description: 'Change the title or text of a record (note) that you created',
	routing: { request: { method: 'POST', url: '/api/v1/record/records/update' } },
	tool: {
		does: 'Changes the title or the text of a record (note) that the user created.',
		returns: 'Returns the new version, or the reason why nothing was changed.',
		use: 'Use it to correct or replace a text as a whole: read it first to keep the rest. Not for adding to its end. What is not given stays.',
		effect: 'Overwrites what was there for good; rejected if somebody changed it in between.',
	},
	endpoint: batchWrite({
		thing: 'record',
		target: ['record_uid'],
		repeat: 'idempotencyKey',
		stamp: 'edit_at',
		expected: [currentVersion],
	}),
	output: changedRecordOutput,
	fields: [
		theRecord,
		updateFields([
			text('New text of the record', { limits: { emptyHint: USE_CLEAR_FIELDS } }),
			title('New title of the record', { limits: { emptyHint: USE_CLEAR_FIELDS } }),
		]),
		clearFields([
			{ name: 'Text', value: 'text_content', description: 'Removes the text' },
			{ name: 'Title', value: 'title', description: 'Removes the title' },
		]),
		options([
			simplify,
			moment('Edit Time', 'editAt', 'edit_at', 'Time of the change. If empty, the current time'),
			expectedVersion('record'),
			idempotencyKeyWith('Edit Time', 'Expected Version'),
			ifRejected,
		]),
	],
	rules: [ownKeyWith('edit_at', 'expected_version')],
	finish: cleared({ text_content: '', title: '' }),
});
