import type { INodeParameters } from 'n8n-workflow';

/** Every parameter of an operation set once, and the requests that this means. */
export interface Sample {
	/** Sets of parameters; together they fill every field that the contract documents */
	runs: Array<{
		parameters: INodeParameters;
		/** The body of the first request to the operation, to the letter */
		body: Record<string, unknown>;
	}>;
	/** Response fields that reach the user as a failure, not in an output item */
	toldAsFailure?: string[];
	/** Response fields that the node needs for itself and that say nothing to the user */
	usedUp?: string[];
	/** Request fields of which the node takes more than one request may have */
	beyondLimits?: string[];
	/** The fake service refuses the sample, because the things that it names are not there */
	refused?: boolean;
}

/** A request of which the contract shows nothing: it goes out as it is. */
const anything = {
	parameters: { body: '{"items": [{"item_id": "1", "anything": true}]}' },
	body: { items: [{ item_id: '1', anything: true }] },
};

/** One row for each operation that a node has, by the contract's operationId. */
export const SAMPLES: Record<string, Sample> = {
	getCurrentUserProfile: { runs: [{ parameters: {}, body: {} }] },
	getCurrentUserAccountBindings: { runs: [{ parameters: {}, body: {} }] },
	listRecordContainers: { runs: [{ parameters: { limit: 7 }, body: { limit: 7 } }] },
	queryRecordTimeline: {
		runs: [
			{
				parameters: {
					container: 'topic',
					topic: { __rl: true, mode: 'id', value: 'topic_1' },
					limit: 7,
					filters: {
						startAt: '2026-01-01T00:00:00Z',
						endAt: '2026-01-31T23:59:59.999Z',
						creatorUserRefs: 'user_1,user_2',
						origins: ['self', 'topic', 'private_chat', 'group_chat'],
					},
					options: { order: 'asc' },
				},
				body: {
					container: { kind: 'topic', topic_uid: 'topic_1' },
					limit: 7,
					start_at: 1767225600000,
					end_at: 1769903999999,
					creator_user_refs: ['user_1', 'user_2'],
					origins: ['self', 'topic', 'private_chat', 'group_chat'],
					order: 'asc',
				},
			},
		],
	},
	resolvePeople: {
		runs: [
			{
				parameters: { query: 'Ada', limit: 7 },
				body: { items: [{ item_id: '0', query: 'Ada', limit: 7 }] },
			},
		],
	},
	resolveRecordContainers: {
		runs: [
			{
				parameters: { query: 'Garden', limit: 7 },
				body: { items: [{ item_id: '0', query: 'Garden', limit: 7 }] },
			},
		],
	},
	searchRecords: {
		runs: [
			{
				parameters: {
					keyword: 'kiln',
					limit: 7,
					filters: {
						startDate: '2026-01-01',
						endDate: '2026-01-31',
						timezone: 'Europe/Berlin',
						creatorUserRefs: { __rl: true, mode: 'id', value: 'user_1' },
					},
				},
				body: {
					keyword: 'kiln',
					limit: 7,
					start_date: '2026-01-01',
					end_date: '2026-01-31',
					timezone: 'Europe/Berlin',
					creator_user_refs: ['user_1'],
				},
			},
		],
		toldAsFailure: ['refinement_required', 'refinement_reasons'],
	},
	batchGetRecords: {
		runs: [{ parameters: { record: uid('record_1') }, body: { record_uids: ['record_1'] } }],
	},
	createRecords: {
		runs: [
			{
				parameters: {
					text: 'Glaze the bowls',
					container: 'topic',
					topic: uid('topic_1'),
					additionalFields: { title: 'Kiln', sendAt: '2026-01-01T00:00:00Z' },
					options: { idempotencyKey: 'order-1042' },
				},
				body: {
					items: [
						{
							item_id: '0',
							text_content: 'Glaze the bowls',
							container: { kind: 'topic', topic_uid: 'topic_1' },
							title: 'Kiln',
							send_at: 1767225600000,
							idempotency_key: 'order-1042',
						},
					],
				},
			},
		],
	},
	updateRecords: {
		runs: [
			{
				parameters: {
					record: uid('record_1'),
					updateFields: { text: 'Glaze the bowls', title: 'Kiln' },
					options: {
						editAt: '2026-01-01T00:00:00Z',
						expectedVersion: 3,
						idempotencyKey: 'order-1042',
					},
				},
				body: {
					items: [
						{
							item_id: '0',
							record_uid: 'record_1',
							text_content: 'Glaze the bowls',
							title: 'Kiln',
							edit_at: 1767225600000,
							expected_version: 3,
							idempotency_key: 'order-1042',
						},
					],
				},
			},
		],
	},
	moveRecords: {
		runs: [
			{
				parameters: {
					record: uid('record_1'),
					destination: 'topic',
					topic: uid('topic_2'),
					expectedContainer: 'topic',
					expectedTopic: uid('topic_1'),
				},
				body: {
					items: [
						{
							item_id: '0',
							record_uid: 'record_1',
							destination: { kind: 'topic', topic_uid: 'topic_2' },
							expected_container: { kind: 'topic', topic_uid: 'topic_1' },
						},
					],
				},
			},
		],
	},
	deleteRecords: {
		runs: [
			{
				parameters: { record: uid('record_1'), options: { expectedVersion: 3 } },
				body: { items: [{ item_id: '0', record_uid: 'record_1', expected_version: 3 }] },
			},
		],
	},
	queryArrangements: {
		runs: [
			{
				parameters: {
					limit: 7,
					filters: {
						arrangementUids: 'arrangement_1,arrangement_2',
						dueStartAt: '2026-01-01T00:00:00Z',
						dueEndAt: '2026-01-31T00:00:00Z',
						record: uid('record_1'),
						statuses: ['identified', 'following', 'completed'],
						topic: uid('topic_1'),
						updatedStartAt: '2026-02-01T00:00:00Z',
						updatedEndAt: '2026-02-28T00:00:00Z',
					},
				},
				body: {
					limit: 7,
					arrangement_uids: ['arrangement_1', 'arrangement_2'],
					due_start_at: 1767225600000,
					due_end_at: 1769817600000,
					record_uid: 'record_1',
					statuses: ['identified', 'following', 'completed'],
					topic_uid: 'topic_1',
					updated_start_at: 1769904000000,
					updated_end_at: 1772236800000,
				},
			},
		],
	},
	batchGetArrangements: {
		runs: [
			{
				parameters: { arrangement: uid('arrangement_1') },
				body: { arrangement_uids: ['arrangement_1'] },
			},
		],
	},
	createArrangements: {
		runs: [
			{
				parameters: {
					title: 'Fire the kiln',
					additionalFields: {
						description: 'Slowly',
						dueAt: '2026-01-01T00:00:00Z',
						topic: uid('topic_1'),
					},
					options: { idempotencyKey: 'order-1042' },
				},
				body: {
					items: [
						{
							item_id: '0',
							title: 'Fire the kiln',
							description: 'Slowly',
							due_at: 1767225600000,
							topic_uid: 'topic_1',
							idempotency_key: 'order-1042',
						},
					],
				},
			},
		],
	},
	updateArrangements: {
		runs: [
			{
				parameters: {
					arrangement: uid('arrangement_1'),
					updateFields: {
						title: 'Fire the kiln',
						description: 'Slowly',
						dueAt: '2026-01-01T00:00:00Z',
					},
					options: { expectedVersion: 3 },
				},
				body: {
					items: [
						{
							item_id: '0',
							arrangement_uid: 'arrangement_1',
							title: 'Fire the kiln',
							description: 'Slowly',
							due_at: 1767225600000,
							expected_version: 3,
						},
					],
				},
			},
		],
	},
	transitionArrangements: {
		runs: [
			{
				parameters: {
					arrangement: uid('arrangement_1'),
					targetStatus: 'following',
					options: { expectedStatus: 'identified' },
				},
				body: {
					items: [
						{
							item_id: '0',
							arrangement_uid: 'arrangement_1',
							target_status: 'following',
							expected_status: 'identified',
						},
					],
				},
			},
		],
	},
	deleteArrangements: {
		runs: [
			{
				parameters: {
					arrangement: uid('arrangement_1'),
					options: { expectedStatus: 'identified' },
				},
				body: {
					items: [
						{
							item_id: '0',
							arrangement_uid: 'arrangement_1',
							expected_status: 'identified',
						},
					],
				},
			},
		],
	},
	queryXchatImportConversations: {
		runs: [
			{
				parameters: {
					limit: 7,
					filters: {
						participant: uid('user_1'),
						startAt: '2026-01-01T00:00:00Z',
						endAt: '2026-01-31T00:00:00Z',
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
	},
	queryXchatImportMessages: {
		runs: [
			{
				parameters: {
					conversation: uid('conversation_1'),
					limit: 7,
					filters: {
						kinds: ['text', 'image', 'voice', 'video', 'emoji', 'call', 'location'],
						startAt: '2026-01-01T00:00:00Z',
						endAt: '2026-01-31T00:00:00Z',
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
	},
	queryRecordings: {
		runs: [
			{
				parameters: {
					limit: 7,
					filters: {
						speakerUids: uid('speaker_1'),
						speakerUserRefs: uid('user_1,user_2'),
						startAt: '2026-01-01T00:00:00Z',
						endAt: '2026-01-31T00:00:00Z',
					},
					options: { order: 'desc' },
				},
				body: {
					limit: 7,
					speaker_uids: ['speaker_1'],
					speaker_user_refs: ['user_1', 'user_2'],
					start_at: 1767225600000,
					end_at: 1769817600000,
					order: 'desc',
				},
			},
		],
	},
	resolveRecordingSpeakers: {
		runs: [
			{
				parameters: { query: 'Ada', limit: 7 },
				body: { items: [{ item_id: '0', query: 'Ada', limit: 7 }] },
			},
		],
	},
	batchGetRecordings: {
		runs: [
			{
				parameters: { recording: uid('recording_1') },
				body: { recording_uids: ['recording_1'] },
			},
		],
	},
	queryRecordingTranscript: {
		runs: [
			{
				parameters: {
					recording: uid('recording_1'),
					output: 'utterances',
					textMode: 'bounded',
					filters: { startAt: '2026-01-01T00:00:00Z', endAt: '2026-01-31T00:00:00Z' },
					options: { maxUtterances: 7 },
				},
				body: {
					recording_uid: 'recording_1',
					text_mode: 'bounded',
					start_at: 1767225600000,
					end_at: 1769817600000,
					limit: 7,
				},
			},
		],
		toldAsFailure: ['found'],
	},
	queryRecordingSummaries: {
		runs: [
			{
				parameters: {
					limit: 7,
					filters: {
						kinds: ['daily_summary', 'timeline'],
						generationStates: ['processing', 'completed', 'failed'],
						startAt: '2026-01-01T00:00:00Z',
						endAt: '2026-01-31T00:00:00Z',
					},
					options: { order: 'asc' },
				},
				body: {
					limit: 7,
					kinds: ['daily_summary', 'timeline'],
					generation_states: ['processing', 'completed', 'failed'],
					start_at: 1767225600000,
					end_at: 1769817600000,
					order: 'asc',
				},
			},
		],
	},
	readRecordingSummary: {
		runs: [
			{
				parameters: { summary: uid('summary_1'), options: { pageSize: 7 } },
				body: { summary_uid: 'summary_1', limit: 7 },
			},
		],
		toldAsFailure: ['found'],
		usedUp: ['text_start_offset', 'text_end_offset'],
	},
	queryCalls: {
		runs: [
			{
				parameters: {
					limit: 7,
					filters: {
						startAt: '2026-01-01T00:00:00Z',
						endAt: '2026-01-31T00:00:00Z',
						directions: ['incoming', 'outgoing'],
						connectionStates: ['connected', 'not_connected'],
						mediaTypes: ['audio', 'video'],
						results: ['normal_end', 'cancelled', 'rejected', 'not_answered', 'busy', 'offline'],
						chatSessionUids: 'chat_1,chat_2',
						participantUserRefs: uid('user_1'),
					},
				},
				body: {
					limit: 7,
					start_at: 1767225600000,
					end_at: 1769817600000,
					directions: ['incoming', 'outgoing'],
					connection_states: ['connected', 'not_connected'],
					media_types: ['audio', 'video'],
					results: ['normal_end', 'cancelled', 'rejected', 'not_answered', 'busy', 'offline'],
					chat_session_uids: ['chat_1', 'chat_2'],
					participant_user_refs: ['user_1'],
				},
			},
		],
	},
	batchGetCalls: {
		runs: [{ parameters: { call: uid('call_1') }, body: { call_uids: ['call_1'] } }],
	},
	queryCallTranscript: {
		runs: [
			{
				parameters: { call: uid('call_1'), options: { maxUtterances: 7 } },
				body: { call_uid: 'call_1', limit: 7 },
			},
		],
		toldAsFailure: ['found'],
	},
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
					lastMessageFrom: '2026-01-01T00:00:00Z',
					limit: 7,
					filters: {
						lastMessageBefore: '2026-01-31T00:00:00Z',
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
		runs: [
			{
				parameters: { person: uid('user_1'), options: { idempotencyKey: 'order-1042' } },
				body: {
					items: [{ item_id: '0', target_user_ref: 'user_1', idempotency_key: 'order-1042' }],
				},
			},
		],
		refused: true,
	},
	sendChatMessages: {
		runs: [
			{
				parameters: {
					conversation: uid('chat_1'),
					text: 'Hello',
					options: { idempotencyKey: 'order-1042', sendAt: '2026-01-01T00:00:00Z' },
				},
				body: {
					items: [
						{
							item_id: '0',
							chat_session_uid: 'chat_1',
							text_content: 'Hello',
							idempotency_key: 'order-1042',
							send_at: 1767225600000,
						},
					],
				},
			},
			{
				parameters: {
					conversation: uid('chat_1'),
					text: 'Ask @Kiln Bot and @Kiln Bot',
					botMentions: {
						mention: [{ botUid: 'bot_1', mentionText: '@Kiln Bot', occurrence: 2 }],
					},
					options: { idempotencyKey: 'order-1042', sendAt: '2026-01-01T00:00:00Z' },
				},
				body: {
					items: [
						{
							item_id: '0',
							chat_session_uid: 'chat_1',
							text_content: 'Ask @Kiln Bot and @Kiln Bot',
							bot_mentions: [{ bot_uid: 'bot_1', mention_text: '@Kiln Bot', occurrence: 2 }],
							idempotency_key: 'order-1042',
							send_at: 1767225600000,
						},
					],
				},
			},
		],
		refused: true,
	},
	searchChatMessages: {
		runs: [
			{
				parameters: {
					keyword: 'kiln',
					conversations: uid('chat_1,chat_2'),
					limit: 7,
					filters: {
						startAt: '2026-01-01T00:00:00Z',
						endAt: '2026-01-31T00:00:00Z',
						senderUserRefs: uid('user_1'),
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
					conversations: uid('chat_1'),
					startAt: '2026-01-01T00:00:00Z',
					endAt: '2026-01-31T00:00:00Z',
					limit: 7,
					filters: { senderUserRefs: uid('user_1') },
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
					senderUserRefs: uid('user_1'),
					limit: 7,
					filters: { startAt: '2026-01-01T00:00:00Z', endAt: '2026-01-31T00:00:00Z' },
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
	listMyTeams: { runs: [{ parameters: { limit: 7 }, body: { limit: 7 } }] },
	resolveMyTeams: {
		runs: [
			{
				parameters: { query: 'Kiln', limit: 7 },
				body: { items: [{ item_id: '0', query: 'Kiln', limit: 7 }] },
			},
		],
	},
	listTeamMembers: {
		runs: [
			{
				parameters: { team: uid('team_1'), limit: 7 },
				body: { team_ref: 'team_1', limit: 7 },
			},
		],
		refused: true,
	},
	createTeams: {
		runs: [
			{
				parameters: {
					name: 'Kiln Studio',
					svcId: 'kiln-studio',
					options: { idempotencyKey: 'order-1042' },
				},
				body: {
					items: [
						{
							item_id: '0',
							name: 'Kiln Studio',
							svc_id: 'kiln-studio',
							idempotency_key: 'order-1042',
						},
					],
				},
			},
		],
	},
	joinTeamsByPublicID: {
		runs: [
			{
				parameters: { svcId: 'kiln-studio' },
				body: { items: [{ item_id: '0', svc_id: 'kiln-studio' }] },
			},
		],
	},
	removeTeamMembers: {
		runs: [
			{
				parameters: { team: uid('team_1'), member: uid('user_1') },
				body: { items: [{ item_id: '0', team_ref: 'team_1', target_user_ref: 'user_1' }] },
			},
		],
	},
	queryWorldRecords: {
		runs: [
			{
				parameters: {
					scope: 'author',
					author: uid('user_1'),
					limit: 7,
					filters: {
						recordType: 'record',
						startAt: '2026-01-01T00:00:00Z',
						endAt: '2026-01-31T00:00:00Z',
						tags: 'glaze, kiln',
					},
				},
				body: {
					scope: 'author',
					author_user_ref: 'user_1',
					limit: 7,
					record_type: 'record',
					start_at: 1767225600000,
					end_at: 1769817600000,
					tags: ['glaze', 'kiln'],
				},
			},
		],
	},
	batchGetWorldRecords: {
		runs: [{ parameters: { post: uid('record_1') }, body: { record_uids: ['record_1'] } }],
	},
	queryWorldReplies: {
		runs: [
			{
				parameters: { post: uid('record_1'), limit: 7 },
				body: { parent_record_uid: 'record_1', limit: 7 },
			},
		],
	},
	publishWorldRecords: {
		runs: [
			{
				parameters: {
					record: uid('record_1'),
					additionalFields: { parentPost: uid('record_2'), tags: 'glaze' },
					options: { sourceVersion: 3, expectedPublicationVersion: -1 },
				},
				body: {
					items: [
						{
							item_id: '0',
							record_uid: 'record_1',
							parent_record_uid: 'record_2',
							tags: ['glaze'],
							source_version: 3,
							expected_publication_version: -1,
						},
					],
				},
			},
		],
	},
	unpublishWorldRecords: {
		runs: [
			{
				parameters: {
					post: uid('record_1'),
					options: { expectedPublicationVersion: 3, ifRejected: 'output' },
				},
				body: {
					items: [{ item_id: '0', record_uid: 'record_1', expected_publication_version: 3 }],
				},
			},
		],
	},
	removeGroupMembers: { runs: [anything] },
	setGroupJoinRestrictions: { runs: [anything] },
	queryWorldCandidates: { runs: [anything] },
	getWorldInteractionSummary: { runs: [anything] },
	markWorldInteractionsViewed: { runs: [anything] },
	queryBots: { runs: [anything] },
	batchGetBots: { runs: [anything] },
	createBots: { runs: [anything] },
	updateBotProfiles: { runs: [anything] },
	deleteBots: { runs: [anything] },
	listGroupBotBindings: { runs: [anything] },
	installGroupBots: { runs: [anything] },
	removeGroupBots: { runs: [anything] },
	setGroupBotContextPermissions: { runs: [anything] },
	resolveBotConversations: { runs: [anything] },
	queryBotConversationMessages: { runs: [anything] },
	queryBotRequestResult: { runs: [anything] },
	sendBotRequests: { runs: [anything] },
	publishBotMessages: { runs: [anything] },
	getBotWebhookSecurity: { runs: [anything] },
	setBotWebhookSecurity: { runs: [anything] },
};

/** Operations beyond the contract, built on one of its own: they have no row here. */
export const BEYOND = ['svcArrangements: arrangement > setStatus'];

/** A locator filled in by UID. */
function uid(value: string) {
	return { __rl: true, mode: 'id', value } as const;
}
