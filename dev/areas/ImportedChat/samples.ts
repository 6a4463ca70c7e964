import type { Samples } from '../../contract/sample';
import { JANUARY, uid } from '../../contract/choices';

export const samples: Samples = {
	queryXchatImportConversations: {
		runs: [
			{
				parameters: {
					limit: 7,
					...JANUARY,
					filters: {
						participant: uid('user_1'),
					},
				},
				body: {
					limit: 7,
					participant_user_ref: 'user_1',
					start_at: 1767225600000,
					end_at: 1769817600000,
				},
			},
		],
		simplifiedAway: [
			'items.avatar_url',
			'items.voice_count',
			'items.image_count',
			'items.emoji_count',
			'items.video_count',
		],
	},
	resolveXchatImportConversations: {
		runs: [
			{
				parameters: { query: 'Ada', limit: 7, filters: { kind: 'group' } },
				body: { items: [{ item_id: '0', query: 'Ada', limit: 7, kind: 'group' }] },
			},
		],
	},
	batchGetXchatImportConversations: {
		runs: [
			{
				parameters: { conversation: uid('conversation_1') },
				body: { conversation_uids: ['conversation_1'] },
			},
		],
		simplifiedAway: [
			'conversation.avatar_url',
			'conversation.voice_count',
			'conversation.image_count',
			'conversation.emoji_count',
			'conversation.video_count',
		],
	},
	queryXchatImportMessages: {
		runs: [
			{
				parameters: {
					conversation: uid('conversation_1'),
					limit: 7,
					...JANUARY,
					filters: {
						kinds: ['text', 'image', 'voice', 'video', 'emoji', 'call', 'location'],
					},
				},
				body: {
					conversation_uid: 'conversation_1',
					limit: 7,
					kinds: ['text', 'image', 'voice', 'video', 'emoji', 'call', 'location'],
					start_at: 1767225600000,
					end_at: 1769817600000,
				},
			},
		],
		toldAsFailure: ['found'],
	},
	batchGetXchatImportMessages: {
		runs: [{ parameters: { messageUid: 'message_1' }, body: { message_uids: ['message_1'] } }],
	},
	listXchatImportGroupMembers: {
		runs: [
			{
				parameters: { conversation: uid('conversation_1'), limit: 7 },
				body: { conversation_uid: 'conversation_1', limit: 7 },
			},
		],
		simplifiedAway: ['items.avatar_url'],
	},
};
