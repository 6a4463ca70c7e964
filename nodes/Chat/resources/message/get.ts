import { objectOf } from '../../../shared/api';
import { ifNotFound, options, simplify } from '../../../shared/fields';
import { FailureError, getByKeys, notReadable, operation } from '../../../shared/operations';
import { conversation } from '../../../shared/locators';
import { sequence } from '../../shared/fields';
import { exactMessageOutput } from '../../shared/outputs';

/** batchGetChatMessages: the full text, and the UID and version of the record behind the message if it can be changed */
export const get = operation({
	name: 'Get',
	value: 'get',
	action: 'Get message',
	description: 'Get a message by its conversation and message number, with its full text',
	routing: { request: { method: 'POST', url: '/api/v1/chat/messages/batch-get' } },
	tool: {
		does: 'Gets one chat message by chat and sequence number, with its full text.',
		returns: 'Returns title, text_content, sender_name, message_at and, if own, record_uid.',
		use: 'Use it after a search or list whose text was cut (content_truncated). Not for a whole chat.',
	},
	endpoint: getByKeys({
		by: ['chat_session_uid', 'sequence'],
		row: (result) =>
			result.lookup_status === 'found'
				? objectOf(result, 'message')
				: new FailureError(notReadable('message')),
	}),
	output: exactMessageOutput,
	fields: [conversation, sequence, simplify, options([ifNotFound])],
});
