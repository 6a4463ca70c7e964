import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { RETRY } from '../../nodes/shared/request/retry';
import { DECLARED, titleOf } from '../engine/operations';
import { jsonOf, useService } from '../engine/useService';

const bench = useService();

// What is repeated is tested here, not how long the node waits before: test/shared/retry.test.ts
beforeAll(() => {
	RETRY.base = 10;
});

const account = () => bench.service.account('a');
const uid = (value: string) => ({ __rl: true, mode: 'id', value });
const own = () =>
	[...account().records.values()].find(
		({ state, locked, creator_user_ref, container }) =>
			state === 'available' &&
			!locked &&
			creator_user_ref === account().profile.user_ref &&
			container.kind === 'unclassified',
	)!;
const task = (status: string) =>
	[...account().arrangements.values()].find((row) => row.status === status)!;
const topic = () => [...account().topics.values()].find(({ valid }) => valid)!.topic_uid;

/** A write on real data: its parameters, and how often its change is there afterwards. */
interface Case {
	node: string;
	resource: string;
	operation: string;
	parameters: IDataObject;
	made: () => number;
}

/** One case for each write operation, by its title. */
const CASES: Record<string, () => Case> = {
	'Records: Record > Create': () => ({
		node: 'svcRecords',
		resource: 'record',
		operation: 'create',
		parameters: { text: 'once' },
		made: () =>
			[...account().records.values()].filter(({ text_content }) => text_content === 'once').length,
	}),
	'Records: Record > Update': () => {
		const record = own();
		const { version } = record;
		return {
			node: 'svcRecords',
			resource: 'record',
			operation: 'update',
			parameters: { record: uid(record.record_uid), updateFields: { title: 'once' } },
			made: () => record.version - version,
		};
	},
	'Records: Record > Move': () => {
		const record = own();
		const { version } = record;
		return {
			node: 'svcRecords',
			resource: 'record',
			operation: 'move',
			parameters: { record: uid(record.record_uid), destination: 'topic', topic: uid(topic()) },
			made: () => record.version - version,
		};
	},
	'Records: Record > Delete': () => {
		const record = own();
		return {
			node: 'svcRecords',
			resource: 'record',
			operation: 'delete',
			parameters: { record: uid(record.record_uid) },
			made: () => Number(record.state === 'deleted'),
		};
	},
	'Arrangements: Arrangement > Create': () => ({
		node: 'svcArrangements',
		resource: 'arrangement',
		operation: 'create',
		parameters: { title: 'once' },
		made: () => [...account().arrangements.values()].filter(({ title }) => title === 'once').length,
	}),
	'Arrangements: Arrangement > Update': () => {
		const row = task('following');
		const { version } = row;
		return {
			node: 'svcArrangements',
			resource: 'arrangement',
			operation: 'update',
			parameters: { arrangement: uid(row.arrangement_uid), updateFields: { title: 'once' } },
			made: () => row.version - version,
		};
	},
	'Arrangements: Arrangement > Change Status': () => {
		const row = task('following');
		const { version } = row;
		return {
			node: 'svcArrangements',
			resource: 'arrangement',
			operation: 'changeStatus',
			parameters: { arrangement: uid(row.arrangement_uid), targetStatus: 'completed' },
			made: () => row.version - version,
		};
	},
	'Arrangements: Arrangement > Set Status': () => {
		const row = task('following');
		const { version } = row;
		return {
			node: 'svcArrangements',
			resource: 'arrangement',
			operation: 'setStatus',
			parameters: { arrangement: uid(row.arrangement_uid), targetStatus: 'completed' },
			made: () => row.version - version,
		};
	},
	'Arrangements: Arrangement > Delete': () => {
		const row = task('following');
		return {
			node: 'svcArrangements',
			resource: 'arrangement',
			operation: 'delete',
			parameters: { arrangement: uid(row.arrangement_uid) },
			made: () => Number(row.status === 'deleted'),
		};
	},
};

const writes = DECLARED.filter(({ operation }) => operation.shape.write);
const titles = writes.map(titleOf);

it('has a case for every write operation', () => {
	expect(Object.keys(CASES).sort()).toEqual([...titles].sort());
});

describe.each(titles)('%s', (title) => {
	const { path: url } = writes[titles.indexOf(title)].operation.shape;

	it.each([
		['before', { drop: 'before' }],
		['after', { drop: 'after' }],
		['before (HTTP 503)', { status: 503 }],
		['after (HTTP 502)', { status: 502, processFirst: true }],
	] as const)(
		'is made once, and reported so, when an answer is lost %s processing',
		async (_when, fault) => {
			const { node, resource, operation, parameters, made } = CASES[title]();
			bench.service.faults.add({ match: (entry) => entry.path === url, ...fault });
			const { items, error } = await bench.run({
				node,
				parameters: { resource, operation, ...parameters } as never,
			});
			expect(error).toBeUndefined();
			expect(items).toHaveLength(1);
			expect(made()).toBe(1);
		},
	);

	it('is made once when the node gives up after it was, and n8n tries again', async () => {
		const { node, resource, operation, parameters, made } = CASES[title]();
		bench.service.faults.add({ match: (entry) => entry.path === url, drop: 'after', times: 5 });
		const { items, error } = await bench.run({
			node,
			parameters: { resource, operation, ...parameters } as never,
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
		});
		expect(error).toBeUndefined();
		expect(jsonOf(items)).toHaveLength(1);
		expect(made()).toBe(1);
	});
});

describe('docs/write-safety.md', () => {
	const document = readFileSync(path.join(__dirname, '../../docs/write-safety.md'), 'utf8');

	it.each(writes.map((declared) => [titleOf(declared), declared.operation.shape.write!.repeat]))(
		'says of %s that it is %s',
		(title, repeat) => {
			const row = document.split('\n').find((line) => line.startsWith(`| ${title} `));
			expect(row?.split('|')[2].trim()).toBe(repeat);
		},
	);
});
