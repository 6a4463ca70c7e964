import type { IDataObject } from 'n8n-workflow';

import type { Case } from '../case';
import { fewAtATime, indices, keyOf, partsOf, readAccount } from '../floors';
import { exact, written } from '../service/answers';
import { fasterThanHttpRequest, growth, timeOfFloor } from '../targets';
import { NOON, record } from './samples';

const READ = '/api/v1/record/records/batch-get';
const PATH = '/api/v1/record/records/update';
const MAX = 10;
const UPDATED = written(({ record_uid }) => ({ record_uid, status: 'succeeded', version: 4 }));
const items = (size: number) => indices(size).map((i) => ({ record_uid: `record-${i}` }));

/** Number of requests, one of which reads the account. */
const requests = (size: number) => (2 * size) / MAX + 1;

/** The HTTP Request node has less to do: it is given the versions. */
export const updateRecords: Case = {
	name: 'update-records',
	title: 'Update N records, versions unknown',
	sizes: [500, 5000],
	answers: () => ({
		[READ]: exact('record_uids', (_uid, i) => record(i)),
		[PATH]: UPDATED,
	}),
	rows: (size) => size,
	contenders: {
		svc: {
			by: 'svc',
			node: 'svcRecords',
			parameters: {
				resource: 'record',
				operation: 'update',
				record: { __rl: true, mode: 'id', value: '={{ $json.record_uid }}' },
				updateFields: { title: 'Seen' },
			},
			items,
			requests,
		},
		httpRequest: {
			by: 'httpRequest',
			path: PATH,
			body: `={{ { items: [{ item_id: '1', idempotency_key: $execution.id + '-' + $itemIndex, record_uid: $json.record_uid, expected_version: 3, edit_at: ${NOON}, title: 'Seen' }] } }}`,
			items,
			batching: (latency) => ({ batchSize: 4, batchInterval: latency + 5 }),
			requests: (size) => size,
		},
		floor: {
			by: 'floor',
			run: async (post, size) => {
				await readAccount(post);
				return await fewAtATime(partsOf(indices(size), MAX), async (part) => {
					const record_uids = part.map((i) => `record-${i}`);
					const { items: records } = await post(READ, { record_uids });
					const updates = (records as IDataObject[]).map(({ record_uid, version }, at) => ({
						item_id: String(part[at]),
						idempotency_key: keyOf(part[at]),
						record_uid,
						expected_version: version,
						edit_at: NOON,
						title: 'Seen',
					}));
					return (await post(PATH, { items: updates })).items as IDataObject[];
				});
			},
			requests,
		},
	},
	targets: [timeOfFloor(1.3), fasterThanHttpRequest(), growth()],
};

/** All that a request can say about an item, dragged from the columns of a table. */
export const updateFromFields: Case = {
	name: 'update-fields',
	title: 'Update N records with eight dragged fields',
	sizes: [1000, 10_000],
	answers: () => ({
		[PATH]: UPDATED,
	}),
	rows: (size) => size,
	contenders: {
		svc: {
			by: 'svc',
			node: 'svcRecords',
			parameters: {
				resource: 'record',
				operation: 'update',
				record: { __rl: true, mode: 'id', value: '={{ $json.record_uid }}' },
				updateFields: { title: '={{ $json.title }}', text: "={{ $json['new text'] }}" },
				options: {
					editAt: '={{ $json.time }}',
					expectedVersion: '={{ $json.version }}',
					idempotencyKey: '={{ $json.key }}',
					ifRejected: '={{ $json.rejected }}',
					simplify: '={{ $json.simple }}',
				},
			},
			items: (size) =>
				indices(size).map((i) => ({
					record_uid: `record-${i}`,
					title: `Title ${i}`,
					'new text': `Text ${i}`,
					time: new Date(NOON).toISOString(),
					version: 3,
					key: keyOf(i),
					rejected: 'fail',
					simple: true,
				})),
			requests: (size) => size / MAX + 1,
		},
		floor: {
			by: 'floor',
			run: async (post, size) => {
				await readAccount(post);
				return await fewAtATime(partsOf(indices(size), MAX), async (part) => {
					const items = part.map((i) => ({
						item_id: String(i),
						idempotency_key: keyOf(i),
						record_uid: `record-${i}`,
						expected_version: 3,
						edit_at: NOON,
						title: `Title ${i}`,
						text_content: `Text ${i}`,
					}));
					return (await post(PATH, { items })).items as IDataObject[];
				});
			},
			requests: (size) => size / MAX + 1,
		},
	},
	targets: [timeOfFloor(1.5), growth()],
};
