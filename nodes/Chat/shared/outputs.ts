import type { Output } from '../../shared/outputs';

/** Simplified form of a conversation. */
export const conversationOutput: Output = {
	first: ['display_name', 'kind', 'last_message_at', 'chat_session_uid', 'participant_user_ref'],
};

/** Simplified form of a search hit. */
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

/** Simplified form of a message. */
export const messageOutput: Output = {
	...hitOutput,
	always: ['title', 'text_content', 'sender_name', 'content_truncated'],
};

/** Simplified form of a sent message. */
export const sentOutput: Output = {
	first: ['target_name', 'target_kind', 'chat_session_uid', 'sequence', 'record_uid'],
};

/** Simplified form of a member or join restriction. */
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

/** Simplified form of a moderation target, and of the outcome of a withdrawal. */
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
