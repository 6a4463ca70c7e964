import type { Samples } from '../../contract/sample';
import { JANUARY, uid } from '../../contract/choices';

export const samples: Samples = {
	queryWorldRecords: {
		runs: [
			{
				parameters: {
					scope: 'author',
					author: uid('user_1'),
					limit: 7,
					...JANUARY,
					filters: {
						recordType: 'record',
						replies: 'include',
						tags: 'glaze, kiln',
					},
				},
				body: {
					scope: 'author',
					author_user_ref: 'user_1',
					limit: 7,
					record_type: 'record',
					start_at: 1767225600000,
					end_at: 1769817599999,
					tags: ['glaze', 'kiln'],
				},
			},
		],
		simplifiedAway: ['files.mime_type', 'files.media_type', 'files.size', 'files.duration_millis'],
	},
	batchGetWorldRecords: {
		runs: [{ parameters: { post: uid('record_1') }, body: { record_uids: ['record_1'] } }],
		simplifiedAway: ['files.mime_type', 'files.media_type', 'files.size', 'files.duration_millis'],
	},
	queryWorldReplies: {
		runs: [
			{
				parameters: { post: uid('record_1'), limit: 7 },
				body: { parent_record_uid: 'record_1', limit: 7 },
			},
		],
		simplifiedAway: ['files.mime_type', 'files.media_type', 'files.size', 'files.duration_millis'],
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
};
