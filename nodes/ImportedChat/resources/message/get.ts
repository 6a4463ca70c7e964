import { IDENTIFIER, ifNotFound, options, simplify } from '../../../shared/form';
import { getExact, operation } from '../../../shared/operations';
import { exactMessage, importedMessageOutput } from '../../shared/importedChat';

/** batchGetXchatImportMessages: returns metadata of media, not the media */
export const get = operation({
	name: 'Get',
	value: 'get',
	action: 'Get imported message',
	description: 'Get an imported message by its ID, with its sender',
	routing: { request: { method: 'POST', url: exactMessage.path } },
	tool: {
		does: 'Gets one message of an imported conversation.',
		returns: 'Returns text_content, kind, sent_at, sender and facts about media; not the media.',
		use: 'Use it when the message_uid is known. Not for whole conversations.',
	},
	endpoint: getExact(exactMessage),
	output: importedMessageOutput,
	fields: [
		{
			displayName: 'Message ID',
			name: 'messageUid',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. xm_61abf0378d2c',
			description: 'ID of the message. Get Many shows it as message_uid.',
			limits: IDENTIFIER,
			routing: { send: { type: 'body', property: 'message_uid' } },
		},
		simplify,
		options([ifNotFound]),
	],
});
