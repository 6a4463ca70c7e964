import type { Output } from '../../shared/rows';

/** Simplified form of a conversation. */
export const conversationOutput: Output = {
	fields: 'display_name match? kind chat_session_uid participant_user_ref scopes',
	text: 'display_name kind',
};

/** Simplified form of a conversation with the time of its last message. */
export const activeConversationOutput: Output = {
	fields: 'display_name kind last_message_at chat_session_uid participant_user_ref scopes',
	details: 'scopes',
	text: 'display_name last_message_at',
	groups: { day: 'last_message_at' },
};

/** Simplified form of the private chat with a person. */
export const privateChatOutput: Output = { fields: 'chat_session_uid target_user_ref' };

const MESSAGE_GROUPS = {
	conversation: 'conversation_name chat_session_uid',
	day: 'message_at',
	person: 'sender_name sender_user_ref',
};

/** Most messages are whole, were sent by people and have no title. */
const USUAL_MESSAGE = { content_truncated: false, title: null, sender_bot_uid: null };

/** Simplified form of a search hit. */
export const hitOutput: Output = {
	fields: `
		title? snippet text_content? sender_name conversation_name? message_at conversation_kind?
		matched_fields record_state? content_truncated? chat_session_uid sequence sender_kind
		sender_user_ref sender_bot_uid
	`,
	onRequest: 'matched_fields',
	usual: USUAL_MESSAGE,
	details: 'sender_kind',
	text: 'message_at sender_name title snippet',
	groups: MESSAGE_GROUPS,
};

/** Simplified form of a message. */
export const messageOutput: Output = {
	fields: `
		title text_content sender_name conversation_name? message_at conversation_kind? record_state
		content_truncated chat_session_uid sequence sender_kind sender_user_ref sender_bot_uid
	`,
	answered: `
		chat_session_uid sequence sender message_at record_state title text_content
		content_truncated conversation_name? conversation_kind?
	`,
	nested: { sender: 'keep' },
	usual: USUAL_MESSAGE,
	text: 'message_at sender_name title text_content',
	groups: MESSAGE_GROUPS,
	oldestFirst: 'message_at',
};

/** Simplified form of a message with what the exact read tells of its record. */
export const exactMessageOutput: Output = {
	fields: `${messageOutput.fields} record_uid record_version mutable`,
	usual: USUAL_MESSAGE,
	text: messageOutput.text,
};

/** Simplified form of a message near others. */
export const contextOutput: Output = {
	...messageOutput,
	fields: `${messageOutput.fields} anchor_sequences missing_sequences?`,
};

/** Simplified form of a sent message. */
export const sentOutput: Output = {
	fields: `
		target_name text_content send_at target_kind chat_session_uid sequence record_uid
		audit_pending? part? parts? text_shortened?
	`,
	usual: { audit_pending: false },
};

/** Simplified form of the outcome of an update. */
export const updateOutput: Output = {
	fields: 'status chat_session_uid? sequence? record_uid version',
};

/** Simplified form of a current member. */
export const memberOutput: Output = {
	fields: 'display_name role joined_at user_ref chat_session_uid',
	details: 'chat_session_uid',
	text: 'display_name role',
};

/** Simplified form of a current or former membership. */
export const membershipOutput: Output = {
	fields: 'role joined_at membership_status join_restricted chat_session_uid target_user_ref',
};

/** Simplified form of a join restriction. */
export const restrictionOutput: Output = {
	fields: 'display_name restricted_at user_ref chat_session_uid',
	text: 'display_name restricted_at',
};

/** Simplified form of a moderation target. */
export const moderationOutput: Output = {
	fields: `
		sequence message_at withdrawal_state eligible reason chat_session_uid sender_user_ref
		upper_sequence
	`,
	text: 'message_at withdrawal_state reason sequence',
	groups: { day: 'message_at', status: 'withdrawal_state' },
};

/** Simplified form of the outcome of a withdrawal. */
export const withdrawalOutput: Output = {
	fields: 'sequence status withdrawn_at chat_session_uid changed',
};
