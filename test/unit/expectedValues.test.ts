import type { IDataObject } from 'n8n-workflow';

import { FailureError } from '../../nodes/shared/errors/failure';
import { Made } from '../../nodes/shared/rows/row';
import type { Entry } from '../../nodes/shared/operations/writes/entry';
import { readExpected, settlePrepared } from '../../nodes/shared/operations/writes/expectedValues';
import { Order } from '../../nodes/shared/operations/writes/plan';
import { Settlement } from '../../nodes/shared/operations/writes/settlement';
import {
	SINGLE,
	type Course,
	type Expected,
	type Write,
	type WriteItem,
} from '../../nodes/shared/operations/writes/write';
import type { Path } from '../../nodes/shared/contract';
import { PATH, planned } from './planned';

/** Expected values of changes, which the node reads unless they are given. */

const read = (path: Path): Expected['read'] => ({
	path,
	thing: 'thing',
	keys: ['uid'],
	uids: 'record_uids',
	entity: (result) => (result.uid === 'gone' ? undefined : result),
});
const THINGS = read('/api/v1/record/records/batch-get');
const version: Expected = {
	field: 'version',
	read: THINGS,
	value: ({ uid, version: value }) => {
		if (uid === 'locked') throw new FailureError({ message: 'Locked', reason: 'protected' });
		return value;
	},
	absent: 'thing_not_found',
	refused: ({ owner }, user) => (owner === user ? undefined : 'not_self_created'),
};
const place: Expected = { ...version, field: 'place', value: (thing) => thing.place };
const other: Expected = {
	...version,
	field: 'other',
	read: read('/api/v1/world/records/batch-get'),
};
const UPDATE: Write = {
	thing: 'thing',
	target: ['uid'],
	repeat: 'precondition',
	expected: [version],
};

let user = 0;

/** Items of a write, its settlement, and the reads so far. */
async function open(write: Write, bodies: IDataObject[], ifRejected?: string) {
	const reads: unknown[] = [];
	const me = `user_${user++}`;
	const send = async (path: string, { record_uids: uids }: IDataObject) => {
		reads.push([path, uids]);
		const items = (uids as string[]).map((uid) => ({
			uid,
			version: 2,
			place: 'here',
			owner: uid === 'foreign' ? 'another' : me,
		}));
		return await Promise.resolve({ data: { items } });
	};
	const { items, journal } = await planned(write, bodies, {
		context: {},
		user: me,
		send,
		ifRejected,
	});
	const settlement = new Settlement(write, journal, Order.of(journal, PATH));
	return { items, settlement, reads };
}

const knownOf = (items: WriteItem[]) => items.map(({ known }) => known);
const failureOf = ({ result }: WriteItem) =>
	result && 'error' in result && (result.error as FailureError).failure;

it('reads together what is not given, once for each object, and nothing of settled items', async () => {
	const bodies = [{ uid: 'a' }, { uid: 'b', version: 1 }, { uid: 'c' }, { uid: 'd', version: 1 }];
	const { items, settlement, reads } = await open(UPDATE, bodies);
	items[2].result = { rows: [] };
	// A course that has begun leads from one version to the next
	items[3].course = { ...SINGLE, hasBegun: true };
	await readExpected(items, settlement);
	expect(reads).toEqual([['/api/v1/record/records/batch-get', ['a', 'd']]]);
	expect(knownOf(items)).toEqual([{ version: 2 }, undefined, undefined, { version: 2 }]);
	expect(items[0].entity).toMatchObject({ uid: 'a', place: 'here' });
});

it('reads several values of an object once, and those of other objects for themselves', async () => {
	const write = { ...UPDATE, expected: [version, place, other] };
	const bodies = [
		{ uid: 'a', version: 1 },
		{ uid: 'b', version: 1, place: 'there', other: 1 },
	];
	const { items, settlement, reads } = await open(write, bodies);
	await readExpected(items, settlement);
	expect(reads).toEqual([
		['/api/v1/record/records/batch-get', ['a']],
		['/api/v1/world/records/batch-get', ['a']],
	]);
	expect(knownOf(items)).toEqual([{ place: 'here', other: 2 }, undefined]);
	const nothing = await open({ ...UPDATE, expected: undefined }, bodies);
	await readExpected(nothing.items, nothing.settlement);
	expect(nothing.reads).toEqual([]);
});

it.each<[string, Entry | undefined, Partial<Course>, boolean]>([
	['after an unknown outcome', { state: 'doubt' }, {}, true],
	['after a rejection of a write that keeps them', { state: 'rejected' }, {}, true],
	[
		'after an unknown outcome of a text that is appended',
		{ state: 'doubt' },
		{ readsAgain: true },
		false,
	],
	['after a step that was made', { state: 'begun' }, {}, false],
	['of an unknown outcome of other values', { state: 'doubt', digest: '01234567' }, {}, false],
	['in a first try', undefined, {}, false],
])('repeats the values of the earlier try %s', async (_when, earlier, course, repeats) => {
	const { items, settlement, reads } = await open(UPDATE, [{ uid: 'a' }]);
	const [item] = items;
	item.earlier = earlier && {
		digest: item.digest.slice(0, 8),
		expected: { version: 1 },
		...earlier,
	};
	item.doubt = earlier?.state === 'doubt';
	item.course = { ...SINGLE, ...course };
	await readExpected(items, settlement);
	expect(item.known).toEqual({ version: repeats ? 1 : 2 });
	expect(reads).toHaveLength(repeats ? 0 : 1);
});

it.each([
	['gone', 'thing_not_found', false],
	['locked', 'protected', false],
	['foreign', 'not_self_created', true],
])(
	'an object that is %s is refused: as a failure, or as an outcome',
	async (uid, reason, judges) => {
		const failing = await open(UPDATE, [{ uid }]);
		await readExpected(failing.items, failing.settlement, judges);
		expect(failureOf(failing.items[0])).toMatchObject({ reason });
		const { items, settlement } = await open(UPDATE, [{ uid }], 'output');
		await readExpected(items, settlement, judges);
		expect(items[0].result).toEqual({ rows: [new Made({ uid, status: 'rejected', reason })] });
		expect(items[0].known).toBeUndefined();
	},
);

it('leaves the judgement to the service unless it sends nothing', async () => {
	const { items, settlement } = await open(UPDATE, [{ uid: 'foreign' }, { uid: 'a' }]);
	await readExpected(items, settlement);
	expect(knownOf(items)).toEqual([{ version: 2 }, { version: 2 }]);
	const plain = { ...UPDATE, expected: [{ ...version, refused: undefined }] };
	const judged = await open(plain, [{ uid: 'foreign' }]);
	await readExpected(judged.items, judged.settlement, true);
	expect(knownOf(judged.items)).toEqual([{ version: 2 }]);
});

it('a failed read is a failure also where rejections are outcomes', async () => {
	const { items, settlement } = await open(UPDATE, [{ uid: 'a' }], 'output');
	Object.assign(items[0].input, {
		send: async () => await Promise.reject(new FailureError({ message: 'Busy' })),
	});
	await readExpected(items, settlement);
	expect(failureOf(items[0])).toMatchObject({ message: 'Busy' });
});

describe('an item that needs no request', () => {
	const prepared = async (settled: ReturnType<Course['prepare']>) => {
		const { items, settlement } = await open(UPDATE, [{ uid: 'a' }]);
		const [item] = items;
		item.course = { ...SINGLE, prepare: () => settled };
		// An entry of this run, which a failure sets back and a refusal leaves
		settlement.noteSent(item);
		settlePrepared(item, settlement);
		return { item, entry: settlement.journal.entry(item) };
	};

	it('has its row, or the outcome that the object shows', async () => {
		expect((await prepared(undefined)).item.result).toBeUndefined();
		const done = await prepared({ row: { uid: 'a', done: true } });
		expect(done.item.result).toEqual({ rows: [{ uid: 'a', done: true }] });
		expect(done.entry).toMatchObject({ state: 'written' });
		const shown = await prepared({ outcome: { status: 'succeeded', uid: 'a' } });
		expect(shown.item.result).toEqual({ rows: [{ status: 'succeeded', uid: 'a' }] });
	});

	it('fails, and stays in doubt if its earlier request is', async () => {
		const failed = await prepared({ error: new FailureError({ message: 'Never' }) });
		expect(failureOf(failed.item)).toEqual({ message: 'Never' });
		expect(failed.entry).toBeUndefined();
		const error = new FailureError({ message: 'Changed', outcomeUnknown: true });
		const doubtful = await prepared({ error });
		expect(failureOf(doubtful.item)).toEqual(error.failure);
		expect(doubtful.entry).toMatchObject({ state: 'doubt' });
	});
});
