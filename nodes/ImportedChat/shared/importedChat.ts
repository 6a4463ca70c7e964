import { type ExactRead, foundIn } from '../../shared/api';
import { simplified } from '../../shared/fields';

/** batchGetXchatImportConversations */
export const exactConversation: ExactRead = {
	path: '/api/v1/xchat-import/conversations/batch-get',
	thing: 'conversation',
	ids: 'conversation_uids',
	id: 'conversation_uid',
	max: 20,
	entity: foundIn('conversation'),
};

/** batchGetXchatImportMessages */
export const exactMessage: ExactRead = {
	path: '/api/v1/xchat-import/messages/batch-get',
	thing: 'message',
	ids: 'message_uids',
	id: 'message_uid',
	max: 20,
	entity: foundIn('message'),
};

/** Simplify leaves out the picture and the counts by kind. */
export const simplifiedConversation = simplified([
	'conversation_uid',
	'kind',
	'display_name',
	'remark',
	'nickname',
	'message_count',
	'first_sent_at',
	'last_sent_at',
	'imported_at',
	'version',
]);
