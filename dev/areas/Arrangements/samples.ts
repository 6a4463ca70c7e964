import type { Samples } from '../../contract/sample';
import type { Area } from '../area';
import { uid } from '../../contract/choices';

export const samples: Samples = {
	queryArrangements: {
		runs: [
			{
				parameters: {
					due: 'custom',
					dueAfter: '2026-01-01T00:00:00Z',
					dueBefore: '2026-01-31T00:00:00Z',
					statuses: ['identified', 'following', 'completed'],
					limit: 7,
					filters: {
						arrangementUids: 'arrangement_1,arrangement_2',
						record: uid('record_1'),
						topic: uid('topic_1'),
						updatedAfter: '2026-02-01T00:00:00Z',
						updatedBefore: '2026-02-28T00:00:00Z',
					},
				},
				body: {
					limit: 7,
					arrangement_uids: ['arrangement_1', 'arrangement_2'],
					due_start_at: 1767225600000,
					due_end_at: 1769817599999,
					record_uid: 'record_1',
					statuses: ['identified', 'following', 'completed'],
					topic_uid: 'topic_1',
					updated_start_at: 1769904000000,
					updated_end_at: 1772236799999,
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
		// The value is not the key
		beyondLimits: ['items.[].idempotency_key'],
		runs: [
			{
				parameters: {
					title: 'Fire the kiln',
					dueAt: '2026-01-01T00:00:00Z',
					additionalFields: {
						description: 'Slowly',
						topic: uid('topic_1'),
					},
					options: { writeOncePer: 'order-1042' },
				},
				body: {
					items: [
						{
							item_id: '0',
							title: 'Fire the kiln',
							description: 'Slowly',
							due_at: 1767225600000,
							topic_uid: 'topic_1',
							idempotency_key: 'once-',
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
					status: 'identified',
					options: { expectedStatus: 'following' },
				},
				body: {
					items: [
						{
							item_id: '0',
							arrangement_uid: 'arrangement_1',
							target_status: 'identified',
							expected_status: 'following',
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
};

export const variants: Area['variants'] = {
	'arrangement > complete': { arrangement: uid('arrangement_1') },
};
