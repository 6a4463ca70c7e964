import type { Samples } from '../../contract/sample';
import type { Area } from '../area';
import { peopleById, uid } from '../../contract/choices';

export const samples: Samples = {
	listRecordContainers: {
		runs: [{ parameters: { limit: 7 }, body: { limit: 7 } }],
		simplifiedAway: ['container.kind'],
	},
	queryRecordTimeline: {
		runs: [
			{
				parameters: {
					container: 'topic',
					topic: { __rl: true, mode: 'id', value: 'topic_1' },
					limit: 7,
					period: 'custom',
					after: '2026-01-01T00:00:00Z',
					before: '2026-01-31T23:59:59.999Z',
					filters: {
						creators: peopleById('user_1', 'user_2'),
						origins: ['self', 'topic', 'private_chat', 'group_chat'],
					},
					options: { order: 'asc' },
				},
				body: {
					container: { kind: 'topic', topic_uid: 'topic_1' },
					limit: 7,
					start_at: 1767225600000,
					end_at: 1769903999998,
					creator_user_refs: ['user_1', 'user_2'],
					origins: ['self', 'topic', 'private_chat', 'group_chat'],
					order: 'asc',
				},
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
		simplifiedAway: ['container.kind'],
	},
	searchRecords: {
		runs: [
			{
				parameters: {
					keyword: 'kiln',
					limit: 7,
					period: 'custom',
					firstDay: '2026-01-01',
					lastDay: '2026-01-31',
					filters: {
						timezone: 'Europe/Berlin',
						creators: peopleById('user_1'),
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
		// The value is not the key
		beyondLimits: ['items.[].idempotency_key'],
		runs: [
			{
				parameters: {
					text: 'Glaze the bowls',
					container: 'topic',
					topic: uid('topic_1'),
					additionalFields: { title: 'Kiln', sendAt: '2026-01-01T00:00:00Z' },
					options: { writeOncePer: 'order-1042' },
				},
				body: {
					items: [
						{
							item_id: '0',
							text_content: 'Glaze the bowls',
							container: { kind: 'topic', topic_uid: 'topic_1' },
							title: 'Kiln',
							send_at: 1767225600000,
							idempotency_key: 'once-',
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
					options: { expectedContainer: 'topic', expectedTopic: uid('topic_1') },
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
};

export const variants: Area['variants'] = {
	'record > appendText': { record: uid('record_1'), text: 'Glaze the bowls' },
};
