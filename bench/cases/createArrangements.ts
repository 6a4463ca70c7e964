import type { IDataObject } from 'n8n-workflow';

import type { Case, Floor } from '../case';
import { fewAtATime, indices, keyOf, partsOf, readAccount } from '../floors';
import { written } from '../service/answers';
import { fasterThanHttpRequest, growth, timeOfFloor } from '../targets';
import { arrangement, NOON } from './samples';

const PATH = '/api/v1/arrangement/create';
const MAX = 10;
const DUE = new Date(NOON).toISOString();
const items = (size: number) => indices(size).map((i) => ({ title: `Send the list ${i}` }));

/** The items of a request, with their values, keys and times. */
const create = (i: number): IDataObject => ({
	item_id: String(i),
	idempotency_key: keyOf(i),
	title: `Send the list ${i}`,
	due_at: NOON,
});

/** Number of requests, one of which reads the account. */
const requests = (size: number) => size / MAX + 1;

const inBatches: Floor['run'] = async (post, size) => {
	await readAccount(post);
	return await fewAtATime(partsOf(indices(size).map(create), MAX), async (part) => {
		const { items: outcomes } = await post(PATH, { items: part });
		return (outcomes as IDataObject[]).map(({ arrangement: made }) => made as IDataObject);
	});
};

const what: Omit<Case, 'name' | 'title' | 'targets'> = {
	sizes: [100, 1000, 10_000],
	answers: () => ({
		[PATH]: written(() => ({ status: 'succeeded', arrangement: arrangement(1) })),
	}),
	rows: (size) => size,
	contenders: {
		svc: {
			by: 'svc',
			node: 'svcArrangements',
			parameters: {
				resource: 'arrangement',
				operation: 'create',
				title: '={{ $json.title }}',
				dueAt: DUE,
			},
			items,
			requests,
		},
		httpRequest: {
			by: 'httpRequest',
			path: PATH,
			body: `={{ { items: [{ item_id: '1', idempotency_key: $execution.id + '-' + $itemIndex, title: $json.title, due_at: ${NOON} }] } }}`,
			items,
			// At most four at once: the next four start when the answers of the last four have arrived
			batching: (latency) => ({ batchSize: 4, batchInterval: latency + 5 }),
			requests: (size) => size,
		},
		engine: {
			by: 'engine',
			value: '={{ $json.title }}',
			items,
			requests: () => 0,
		},
		floor: { by: 'floor', run: inBatches, requests },
	},
};

export const createArrangements: Case = {
	...what,
	name: 'create',
	title: 'Create N tasks',
	latency: 20,
	targets: [
		timeOfFloor(1.5),
		{
			what: "time / floor + n8n's engine",
			ratio: ({ svc, floor, engine }) => svc.ms / (floor.ms + engine.ms),
		},
		fasterThanHttpRequest(4),
		growth(),
	],
};

/** The node beside the least that a node can do with the same requests. */
export const createInNode: Case = {
	...what,
	name: 'create-in-node',
	title: 'Create N tasks in a node',
	latency: 20,
	contenders: {
		svc: what.contenders.svc,
		floor: what.contenders.floor,
		floorInNode: {
			by: 'floorInNode',
			value: '={{ $json.title }}',
			items,
			run: inBatches,
			requests,
		},
	},
	targets: [
		{
			what: 'time / floor in a node',
			ratio: ({ svc, floorInNode }) => svc.ms / floorInNode.ms,
			atMost: 1.24,
		},
		{
			what: 'floor in a node / floor',
			ratio: ({ floor, floorInNode }) => floorInNode.ms / floor.ms,
		},
	],
};

/**
 * Cost of an item in n8n and the nodes themselves: processor time beyond that of a bare loop with the same requests,
 * with a service that answers at once.
 */
export const overhead: Case = {
	...what,
	name: 'overhead',
	title: 'Overhead of N creates',
	latency: 0,
	contenders: {
		...what.contenders,
		floorOneByOne: {
			by: 'floor',
			run: async (post, size) =>
				await fewAtATime(indices(size), async (i) => {
					const { items: outcomes } = await post(PATH, { items: [create(i)] });
					return (outcomes as IDataObject[]).map(({ arrangement: made }) => made as IDataObject);
				}),
			requests: (size) => size,
		},
	},
	targets: [
		{
			what: 'overhead per item / HTTP Request',
			ratio: ({ svc, floor, httpRequest, floorOneByOne }) =>
				(svc.cpu - floor.cpu) / (httpRequest.cpu - floorOneByOne.cpu),
			atMost: 1,
		},
		{
			what: "share of n8n's engine in the overhead",
			ratio: ({ svc, floor, engine }) => engine.cpu / (svc.cpu - floor.cpu),
		},
		growth(11),
	],
};
