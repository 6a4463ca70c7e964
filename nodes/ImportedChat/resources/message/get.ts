import { options } from '../../../shared/fields/collections';
import { ifNotFound } from '../../../shared/fields/outcomeOptions';
import type { Operation } from '../../../shared/operations/operation';
import { getByUid } from '../../../shared/operations/endpoints/getByUid';
import { exactMessage } from '../../shared/importedChat';

/** batchGetXchatImportMessages: media is metadata only */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get imported message',
	description: 'Read one imported message with its sender',
	routing: { request: { method: 'POST', url: exactMessage.path } },
	endpoint: getByUid(exactMessage),
	fields: [
		{
			displayName: 'Message UID',
			name: 'messageUid',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. message_61ab',
			description: 'The UID that Get Many gives for a message',
			routing: { send: { type: 'body', property: 'message_uid' } },
		},
		options([ifNotFound]),
	],
};
