import type { Output } from '../../shared/outputs';

/** A conversation. */
export const conversationOutput: Output = {
	first: ['display_name', 'kind', 'last_message_at', 'chat_session_uid', 'participant_user_ref'],
};

/** Place in a message where a search found its words. */
export const hitOutput: Output = {
	first: [
		'title',
		'snippet',
		'text_content',
		'sender_name',
		'conversation_name',
		'message_at',
		'conversation_kind',
		'matched_fields',
		'record_state',
		'content_truncated',
		'chat_session_uid',
		'sequence',
		'sender_kind',
		'sender_user_ref',
		'sender_bot_uid',
	],
	nested: { sender: 'keep' },
};

/** A message. */
export const messageOutput: Output = {
	...hitOutput,
	always: ['title', 'text_content', 'sender_name', 'content_truncated'],
};

/** A message that was sent, and to whom. */
export const sentOutput: Output = {
	first: ['target_name', 'target_kind', 'chat_session_uid', 'sequence', 'record_uid'],
};

/** A person in a conversation or group. */
export const memberOutput: Output = {
	first: [
		'display_name',
		'role',
		'joined_at',
		'restricted_at',
		'membership_status',
		'join_restricted',
		'user_ref',
		'chat_session_uid',
	],
};

/** A message of a group that the group's owner may withdraw, or has withdrawn. */
export const moderationOutput: Output = {
	first: [
		'sequence',
		'message_at',
		'status',
		'withdrawal_state',
		'eligible',
		'reason',
		'withdrawn_at',
	],
};
