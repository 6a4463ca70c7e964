import { conversation, ifNotFound, options, simplify } from '../../../shared/form';
import { getExact, operation } from '../../../shared/operations';
import { sequence } from '../../shared/fields';
import { exactMessage } from '../../shared/fullText';
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
	endpoint: getExact(exactMessage),
	output: exactMessageOutput,
	fields: [conversation, sequence, simplify, options([ifNotFound])],
});
