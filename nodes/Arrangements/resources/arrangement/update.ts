import {
	cleared,
	clearFields,
	expectedVersion,
	ifRejected,
	options,
	updateFields,
	USE_CLEAR_FIELDS,
	simplify,
} from '../../../shared/fields';
import { batchWrite, type Operation } from '../../../shared/operations';
import { arrangement } from '../../locators/arrangement';
import {
	arrangementOutput,
	arrangementWrite,
	dueAt,
	exactArrangement,
} from '../../shared/arrangement';

/** updateArrangements: a field that is not sent stays as it is; '' clears the description, 0 the due time */
export const update: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update arrangement',
	description: 'Change the title, description or due time of a task',
	routing: { request: { method: 'POST', url: '/api/v1/arrangement/update' } },
	endpoint: batchWrite({
		...arrangementWrite,
		target: ['arrangement_uid'],
		repeat: 'idempotent',
		expected: [
			{
				field: 'expected_version',
				read: exactArrangement,
				value: ({ version }) => version,
				absent: 'not_found',
			},
		],
	}),
	output: arrangementOutput,
	fields: [
		arrangement,
		updateFields([
			{
				displayName: 'Description',
				name: 'description',
				type: 'string',
				typeOptions: { rows: 4 },
				default: '',
				limits: { emptyHint: USE_CLEAR_FIELDS },
				routing: { send: { type: 'body', property: 'description' } },
			},
			{ ...dueAt, limits: { emptyHint: USE_CLEAR_FIELDS } },
			{
				displayName: 'Title',
				name: 'title',
				type: 'string',
				default: '',
				limits: { emptyHint: 'A task needs a title. Remove the field to keep the one it has.' },
				routing: { send: { type: 'body', property: 'title' } },
			},
		]),
		clearFields([
			{ name: 'Description', value: 'description' },
			{ name: 'Due', value: 'due_at' },
		]),
		simplify,
		options([expectedVersion('arrangement'), ifRejected]),
	],
	finish: cleared({ title: undefined, description: '', due_at: 0 }),
};
