import {
	additionalFields,
	ifTextTooLong,
	moment,
	options,
	simplify,
	writeOncePer,
	text,
	title,
} from '../../../shared/form';
import { CONTRACT } from '../../../shared/contract';
import { exactRecord } from '../../../shared/api';
import { batchWrite, hasText, inParts, operation, ownTimeWith } from '../../../shared/operations';
import { container, topicGiven } from '../../shared/container';
import { createdRecordOutput } from '../../shared/outputs';

const { text_content } = CONTRACT['/api/v1/record/records/create'].fields;

/** createRecords: outcomes have no status; a record in the answer was created */
export const create = operation({
	name: 'Create',
	value: 'create',
	action: 'Create record (note)',
	description: 'Create a note: a record of plain text',
	routing: { request: { method: 'POST', url: '/api/v1/record/records/create' } },
	tool: {
		does: 'Creates a note, that is a record of plain text.',
		returns: 'Returns record_uid and where the note was filed.',
		use: 'Use it to note something down. Something to do is a task instead. There are no files or reminders.',
		effect: "Adds a note to the user's account.",
		undo: 'It can be deleted.',
		undoneBy: 'record.delete',
	},
	endpoint: batchWrite({
		thing: 'record',
		creates: true,
		repeat: 'idempotencyKey',
		stamp: 'send_at',
		succeeded: hasText('record_uid'),
		contents: exactRecord,
		named: { topic: ['topic'] },
		echo: ['title', 'text_content', 'send_at'],
		partsOf: inParts({ field: 'text_content', maxLength: text_content.maxLength }),
	}),
	output: createdRecordOutput,
	fields: [
		text('Text of the record: up to {maxLength} characters, a longer one becomes several records', {
			required: true,
			limits: {
				ifTooLong: { otherwise: 'split', told: 'text_shortened' },
			},
		}),
		...container,
		additionalFields([
			moment('Time', 'sendAt', 'send_at', 'Time of the record. If empty, the current time'),
			title('Title of the record. Without one, the service shows the beginning of the text.', {
				limits: {
					ifTooLong: { otherwise: 'shorten', told: 'title_shortened' },
				},
			}),
		]),
		options([
			simplify,
			ifTextTooLong('Several records, each with a part of the text'),
			writeOncePer,
		]),
	],
	rules: [topicGiven('container'), ownTimeWith('send_at')],
});
