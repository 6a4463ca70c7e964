import type { IDataObject } from 'n8n-workflow';

import type { Case } from '../case';
import { fewAtATime, indices, partsOf } from '../floors';
import { exact } from '../service/answers';
import { fasterThanHttpRequest, growth, timeOfFloor } from '../targets';
import { call } from './samples';

const PATH = '/api/v1/calls/batch-get';
const MAX = 20;
const uids = (size: number) => indices(size).map((i) => `call-${i}`);
const items = (size: number) => uids(size).map((call_uid) => ({ call_uid }));
const requests = (size: number) => Math.ceil(size / MAX);

export const readCalls: Case = {
	name: 'read-calls',
	title: 'Get N calls by UID',
	sizes: [50, 500, 5000],
	answers: () => ({
		[PATH]: exact('call_uids', (call_uid, i) => ({ call_uid, found: true, call: call(i) })),
	}),
	rows: (size) => size,
	contenders: {
		svc: {
			by: 'svc',
			node: 'svcCalls',
			parameters: {
				resource: 'call',
				operation: 'get',
				call: { __rl: true, mode: 'id', value: '={{ $json.call_uid }}' },
				simplify: false,
			},
			items,
			requests,
		},
		httpRequest: {
			by: 'httpRequest',
			path: PATH,
			body: '={{ { call_uids: [$json.call_uid] } }}',
			items,
			batching: (latency) => ({ batchSize: 4, batchInterval: latency + 5 }),
			requests: (size) => size,
		},
		floor: {
			by: 'floor',
			run: async (post, size) =>
				await fewAtATime(partsOf(uids(size), MAX), async (part) => {
					const { items: results } = await post(PATH, { call_uids: part });
					return (results as IDataObject[]).map((result) => result.call as IDataObject);
				}),
			requests,
		},
	},
	targets: [timeOfFloor(1.3), fasterThanHttpRequest(), growth()],
};
