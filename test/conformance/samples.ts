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
}

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
};

/** Operations beyond the contract, built on one of its own: they have no row here. */
export const BEYOND = ['svcArrangements: arrangement > setStatus'];

/** A locator filled in by UID. */
function uid(value: string) {
	return { __rl: true, mode: 'id', value } as const;
}
