import { type ExactRead, foundIn } from '../../shared/api';
import type { Output } from '../../shared/rows';

/** batchGetXchatImportConversations */
export const exactConversation = {
	path: '/api/v1/xchat-import/conversations/batch-get',
	thing: 'conversation',
	keys: ['conversation_uid'],
	uids: 'conversation_uids',
	entity: foundIn('conversation'),
} satisfies ExactRead;

/** batchGetXchatImportMessages */
export const exactMessage = {
	path: '/api/v1/xchat-import/messages/batch-get',
	thing: 'message',
	keys: ['message_uid'],
	uids: 'message_uids',
	entity: foundIn('message'),
} satisfies ExactRead;

/** Simplified form of an imported conversation: without its picture and the counts by kind. */
export const importedConversationOutput: Output = {
	fields: `
		display_name remark nickname kind last_sent_at message_count first_sent_at imported_at
		conversation_uid version
	`,
	answered: `
		conversation_uid kind display_name remark nickname avatar_url message_count voice_count
		image_count emoji_count video_count first_sent_at last_sent_at imported_at version
	`,
	without: 'avatar_url voice_count image_count emoji_count video_count',
	text: 'display_name last_sent_at',
	groups: { day: 'last_sent_at' },
};

/** Simplified form of an imported conversation that was found by name. */
export const importedCandidateOutput: Output = {
	fields: 'display_name match? remark nickname kind last_sent_at first_sent_at conversation_uid',
};

/** Simplified form of an imported message. */
export const importedMessageOutput: Output = {
	fields: `
		text_content sender_name sent_at kind sender_is_self content_truncated message_uid
		conversation_uid has_media media_duration_seconds mime_type media_size_bytes media_duration
		media_duration_ms
	`,
	answered: `
		conversation_uid message_uid sent_at kind text_content content_truncated has_media mime_type
		media_size_bytes media_duration_ms sender
	`,
	nested: { sender: { display_name: 'sender_name' } },
	onRequest: 'media_duration media_duration_ms media_size_bytes',
	usual: { content_truncated: false },
	text: 'sent_at sender_name text_content mime_type',
	groups: { day: 'sent_at', person: 'sender_name' },
	oldestFirst: 'sent_at',
};
