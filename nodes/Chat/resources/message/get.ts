import { objectOf } from '../../../shared/api';
import { ifNotFound, options, simplify } from '../../../shared/fields';
import { FailureError, getByKeys, notReadable, type Operation } from '../../../shared/operations';
import { conversation } from '../../../shared/locators';
import { sequence } from '../../shared/fields';
import { messageOutput } from '../../shared/outputs';

/** batchGetChatMessages: the full text, and the record that can be changed, where there is one */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get message',
	description: 'Get one message with its full text',
	routing: { request: { method: 'POST', url: '/api/v1/chat/messages/batch-get' } },
	endpoint: getByKeys({
		by: ['chat_session_uid', 'sequence'],
		row: (result) =>
			result.lookup_status === 'found'
				? objectOf(result, 'message')
				: new FailureError(notReadable('message')),
	}),
	output: messageOutput,
	fields: [conversation, sequence, simplify, options([ifNotFound])],
};
