import {
	conversation,
	expectedVersion,
	type Field,
	idempotencyKeyWith,
	ifRejected,
	moment,
	options,
	record,
	simplify,
	text,
	title,
	warning,
} from '../../../shared/form';
import { operation, ownKeyWith } from '../../../shared/operations';
import { sequence } from '../../shared/fields';
import { updateOutput } from '../../shared/outputs';
import { updateMessages } from '../../shared/update';

const inConversation = { displayOptions: { show: { by: ['sequence'] } } };

/** The record of the message. Lists would show all records, of which few are messages */
const messageRecord = {
	...record,
	default: { mode: 'id', value: '' },
	required: true,
	description: 'The record of your message. Send and Get show it as record_uid.',
	displayOptions: { show: { by: ['record'] } },
	modes: record.modes!.filter(({ name }) => name === 'id'),
	routing: { send: { type: 'body', property: 'record_uid' } },
} satisfies Field;

/** updateRecords, for the record of an own message */
export const update = operation<'/api/v1/record/records/update', 'chat_session_uid' | 'sequence'>({
	name: 'Update',
	value: 'update',
	action: 'Update message',
	description: 'Change the text of a message that you sent',
	routing: { request: { method: 'POST', url: '/api/v1/record/records/update' } },
	tool: {
		does: 'Changes the text of a chat message that the user sent.',
		returns: 'Returns the new version, or the reason why nothing was changed.',
		use: 'Use it to correct a message or to keep a status message up to date. Only own messages can be changed; read it first to keep a part of its text.',
		effect: 'People see the new text, and the old one is lost. Rejected if changed in between.',
	},
	endpoint: updateMessages,
	output: updateOutput,
	fields: [
		warning(
			'Changes messages that others may have read. Only messages that you sent can be changed.',
		),
		{
			displayName: 'By',
			name: 'by',
			type: 'options',
			noDataExpression: true,
			default: 'sequence',
			description: 'What identifies the message',
			options: [
				{
					name: 'Conversation and Message Number',
					value: 'sequence',
					description: 'The conversation, and the number of the message in it: the field sequence',
				},
				{
					name: 'Record UID',
					value: 'record',
					description: 'The record of the message, which Send returns',
				},
			],
		},
		{ ...conversation, ...inConversation },
		{ ...sequence, ...inConversation },
		messageRecord,
		text('New text of the message: plain text, in place of the whole old text', { required: true }),
		options([
			simplify,
			moment('Edit Time', 'editAt', 'edit_at', 'Time of the change. If empty, the current time'),
			expectedVersion('message'),
			idempotencyKeyWith('Edit Time', 'Expected Version'),
			ifRejected,
			title('New title of the message. Without this option, the message keeps its title.'),
		]),
	],
	rules: [ownKeyWith('edit_at', 'expected_version')],
});
