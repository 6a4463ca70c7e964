import {
	additionalFields,
	idempotencyKey,
	ifRejected,
	options,
	simplify,
} from '../../../shared/fields';
import { topic } from '../../../shared/locators';
import { batchWrite, type Operation } from '../../../shared/operations';
import { arrangementOutput, arrangementWrite, dueAt } from '../../shared/arrangement';

/** createArrangements. The contract cannot set a reminder time. */
export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create arrangement',
	description: 'Create a task, optionally with a due time',
	routing: { request: { method: 'POST', url: '/api/v1/arrangement/create' } },
	endpoint: batchWrite({ ...arrangementWrite, creates: true, repeat: 'idempotencyKey' }),
	output: arrangementOutput,
	fields: [
		{
			displayName: 'Title',
			name: 'title',
			type: 'string',
			required: true,
			default: '',
			description: 'Up to 200 characters',
			limits: { minLength: 1, maxLength: 200 },
			routing: { send: { type: 'body', property: 'title' } },
		},
		additionalFields([
			{
				displayName: 'Description',
				name: 'description',
				type: 'string',
				typeOptions: { rows: 4 },
				default: '',
				description: 'Up to 5000 characters',
				limits: { maxLength: 5000 },
				routing: { send: { type: 'body', property: 'description' } },
			},
			dueAt,
			{ ...topic, routing: { send: { type: 'body', property: 'topic_uid' } } },
		]),
		simplify,
		options([idempotencyKey, ifRejected]),
	],
};
