import type { Samples } from '../../contract/sample';
import type { Area } from '../area';
import { chatsById, JANUARY, peopleById, several, uid } from '../../contract/choices';

export const samples: Samples = {
	listChatConversations: {
		runs: [
			{
				parameters: {
					limit: 7,
					filters: {
						participant: uid('user_1'),
						scopes: ['contact', 'private_chat', 'group_chat'],
					},
				},
				body: {
					limit: 7,
					participant_user_ref: 'user_1',
					scopes: ['contact', 'private_chat', 'group_chat'],
				},
			},
		],
	},
	queryChatConversations: {
		runs: [
			{
				parameters: {
					period: 'custom',
					lastMessageAfter: '2026-01-01T00:00:00Z',
					limit: 7,
					lastMessageBefore: '2026-01-31T00:00:00Z',
					filters: {
						participant: uid('user_1'),
						scopes: ['group_chat'],
					},
				},
				body: {
					last_message_from: 1767225600000,
					last_message_before: 1769817600000,
					limit: 7,
					participant_user_ref: 'user_1',
					scopes: ['group_chat'],
				},
			},
		],
	},
	resolveChatConversations: {
		runs: [
			{
				parameters: { query: 'Kiln', limit: 7, filters: { scopes: ['group_chat'] } },
				body: { items: [{ item_id: '0', query: 'Kiln', limit: 7, scopes: ['group_chat'] }] },
			},
		],
	},
	resolveChatTargets: {
		runs: [
			{
				parameters: { query: 'Kiln', limit: 3, filters: { scopes: ['group_chat'] } },
				body: { items: [{ item_id: '0', query: 'Kiln', limit: 3, scopes: ['group_chat'] }] },
			},
			{
				parameters: { findBy: 'person', person: uid('user_1'), limit: 3 },
				body: { items: [{ item_id: '0', target_user_ref: 'user_1', limit: 3 }] },
			},
		],
	},
	createPrivateChats: {
		// The value is not the key
		beyondLimits: ['items.[].idempotency_key'],
		runs: [
			{
				parameters: { person: uid('user_1'), options: { writeOncePer: 'order-1042' } },
				body: {
					items: [{ item_id: '0', target_user_ref: 'user_1', idempotency_key: 'once-' }],
				},
			},
		],
		refused: true,
	},
	sendChatMessages: {
		// The value is not the key
		beyondLimits: ['items.[].idempotency_key'],
		runs: [
			{
				parameters: {
					conversation: uid('chat_1'),
					text: 'Hello',
					options: { writeOncePer: 'order-1042', sendAt: '2026-01-01T00:00:00Z' },
				},
				body: {
					items: [
						{
							item_id: '0',
							chat_session_uid: 'chat_1',
							text_content: 'Hello',
							idempotency_key: 'once-',
							send_at: 1767225600000,
						},
					],
				},
			},
			{
				parameters: {
					conversation: uid('chat_1'),
					text: 'Ask @Kiln Bot and @Kiln Bot',
					options: {
						botMentions: {
							mention: { botUid: 'bot_1', mentionText: '@Kiln Bot', occurrence: 2, more: {} },
						},
						writeOncePer: 'order-1042',
						sendAt: '2026-01-01T00:00:00Z',
					},
				},
				body: {
					items: [
						{
							item_id: '0',
							chat_session_uid: 'chat_1',
							text_content: 'Ask @Kiln Bot and @Kiln Bot',
							bot_mentions: [{ bot_uid: 'bot_1', mention_text: '@Kiln Bot', occurrence: 2 }],
							idempotency_key: 'once-',
							send_at: 1767225600000,
						},
					],
				},
			},
		],
		refused: true,
	},
	searchChatMessages: {
		// More than 100 are searched in several requests
		beyondLimits: ['chat_session_uids'],
		runs: [
			{
				parameters: {
					keyword: 'kiln',
					conversations: chatsById('chat_1', 'chat_2'),
					limit: 7,
					...JANUARY,
					filters: {
						senders: peopleById('user_1'),
					},
				},
				body: {
					keyword: 'kiln',
					chat_session_uids: ['chat_1', 'chat_2'],
					limit: 7,
					start_at: 1767225600000,
					end_at: 1769817600000,
					sender_user_refs: ['user_1'],
				},
			},
		],
	},
	queryChatMessages: {
		runs: [
			{
				parameters: {
					conversations: chatsById('chat_1'),
					...JANUARY,
					limit: 7,
					filters: { senders: peopleById('user_1') },
					options: { order: 'session_time_desc' },
				},
				body: {
					chat_session_uids: ['chat_1'],
					start_at: 1767225600000,
					end_at: 1769817600000,
					limit: 7,
					sender_user_refs: ['user_1'],
					order: 'session_time_desc',
				},
			},
		],
		beyondLimits: ['chat_session_uids'],
	},
	batchGetChatMessages: {
		runs: [
			{
				parameters: { conversation: uid('chat_1'), sequence: 4 },
				body: { items: [{ item_id: '0', chat_session_uid: 'chat_1', sequence: 4 }] },
			},
		],
		usedUp: ['lookup_status'],
	},
	readChatMessageContext: {
		runs: [
			{
				parameters: {
					conversation: uid('chat_1'),
					sequences: '4, 5',
					options: { snapshotAt: '2026-01-01T00:00:00Z' },
				},
				body: {
					chat_session_uid: 'chat_1',
					sequences: [4, 5],
					snapshot_at: 1767225600000,
				},
			},
		],
		refused: true,
	},
	queryGroupMessageModerationTargets: {
		runs: [
			{
				parameters: {
					group: uid('chat_1'),
					senders: several('person', uid('user_1')),
					limit: 7,
					...JANUARY,
				},
				body: {
					chat_session_uid: 'chat_1',
					sender_user_refs: ['user_1'],
					limit: 7,
					start_at: 1767225600000,
					end_at: 1769817600000,
				},
			},
		],
		refused: true,
	},
	withdrawGroupMessages: {
		runs: [
			{
				parameters: { group: uid('chat_1'), sequence: 4 },
				body: { items: [{ item_id: '0', chat_session_uid: 'chat_1', sequence: 4 }] },
			},
		],
	},
	listChatMembers: {
		runs: [
			{
				parameters: { conversation: uid('chat_1'), limit: 7 },
				body: { chat_session_uid: 'chat_1', limit: 7 },
			},
		],
		refused: true,
	},
	batchGetGroupMembers: {
		runs: [
			{
				parameters: { group: uid('chat_1'), person: uid('user_1') },
				body: {
					items: [{ item_id: '0', chat_session_uid: 'chat_1', target_user_ref: 'user_1' }],
				},
			},
		],
	},
	listGroupJoinRestrictions: {
		runs: [
			{
				parameters: { group: uid('chat_1'), limit: 7 },
				body: { chat_session_uid: 'chat_1', limit: 7 },
			},
		],
		refused: true,
	},
};

export const variants: Area['variants'] = {
	'message > update': { conversation: uid('chat_1'), sequence: 4, text: 'Hello' },
};
