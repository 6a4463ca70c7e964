import type { IDataObject } from 'n8n-workflow';

import { type Failure, FailureError } from '../../nodes/shared/errors/failure';
import type { InputItem, Result } from '../../nodes/shared/operations/endpoint';
import { batchWrite } from '../../nodes/shared/operations/writes/batchWrite';
import type { Write } from '../../nodes/shared/operations/writes/write';
import { inputsOf, PATH } from './planned';

/** Requests of writes, and what their answers lead to. */

const UPDATE: Write = { thing: 'thing', target: ['uid'], repeat: 'precondition' };
const READ = '/api/v1/record/records/batch-get';
/** A write of objects that are read before it. Those called `gone` cannot be read. */
const WITH_VERSION: Write = {
	...UPDATE,
	expected: [
		{
			field: 'version',
			read: {
				path: READ,
				thing: 'thing',
				keys: ['uid'],
				uids: 'record_uids',
				entity: (result) => (result.uid === 'gone' ? undefined : result),
			},
			value: ({ version }) => version,
			absent: 'thing_not_found',
		},
	],
};

let user = 0;

/** Items of a run whose requests are answered by the function, and the items of those requests. */
function run(
	bodies: IDataObject[],
	answer: (items: IDataObject[]) => unknown = (items) =>
		items.map(({ item_id }) => ({ item_id, status: 'succeeded' })),
	earlier: { context: IDataObject; user: string } = { context: {}, user: `user_${user++}` },
) {
	const sent: IDataObject[][] = [];
	const send = async (path: string, { items, record_uids: uids }: IDataObject) => {
		if (path === READ)
			return {
				data: { items: (uids as string[]).map((uid) => ({ uid, version: 1, title: 't' })) },
			};
		sent.push(items as IDataObject[]);
		return await Promise.resolve({
			data: { items: answer(items as IDataObject[]) as IDataObject },
		});
	};
	const inputs = inputsOf(bodies, { ...earlier, send });
	return { inputs, sent };
}

const failureOf = (result: Result): Failure => (result as { error: FailureError }).error.failure;
const isDone = (result: Result) => 'rows' in result;
const perform = async (write: Write, inputs: InputItem[]) => await batchWrite(write)(inputs, PATH);

it('an item that waits for another one takes no place in a request', async () => {
	const bodies = [...'abcdefghijk', ...'abcdefghijk'].map((uid) => ({ uid }));
	const { inputs, sent } = run(bodies, (items) =>
		items.filter(({ uid }) => uid !== 'a').map(({ item_id }) => ({ item_id, status: 'succeeded' })),
	);
	const results = await perform(UPDATE, inputs);
	expect(failureOf(results[11]).message).toContain('Not sent, because item 1');
	expect(results.filter(isDone)).toHaveLength(20);
	expect(sent.map((items) => items.length)).toEqual([10, 1, 10]);
});

it('items that an earlier try has written stay as they are, also several of one object', async () => {
	const earlier = { context: {}, user: 'me' };
	const bodies = [{ uid: 'a', n: 1 }, { uid: 'a', n: 2 }, { uid: 'b' }];
	const failing = run(
		bodies,
		(items) =>
			items.map(({ item_id, uid }) => ({
				item_id,
				status: uid === 'b' ? 'rejected' : 'succeeded',
			})),
		earlier,
	);
	await perform(UPDATE, failing.inputs);
	const { inputs, sent } = run(bodies, undefined, earlier);
	const results = await perform(UPDATE, inputs);
	expect(results.every(isDone)).toBe(true);
	expect(sent).toEqual([[{ item_id: '2', uid: 'b' }]]);
});

it('an item that cannot be read fails for that reason, and the others are written', async () => {
	const { inputs, sent } = run([{ uid: 'gone' }, { uid: 'a' }]);
	const [gone, other] = await perform(WITH_VERSION, inputs);
	expect(failureOf(gone)).toMatchObject({ reason: 'thing_not_found' });
	expect(isDone(other)).toBe(true);
	expect(sent).toEqual([[{ item_id: '1', uid: 'a', version: 1 }]]);
});

it.each<[string, Partial<Write>, string]>([
	['has no list of items', {}, "has no list 'items'"],
	[
		'meets a defect of the node',
		{
			succeeded: () => {
				throw new TypeError('A defect');
			},
		},
		'a defect in its code',
	],
])('an answer that %s leaves all its items in doubt', async (_what, more, words) => {
	const answer = more.succeeded ? undefined : () => 'no list';
	const { inputs } = run([{ uid: 'a' }, { uid: 'b' }], answer);
	const results = await perform({ ...UPDATE, ...more }, inputs);
	for (const result of results)
		expect(failureOf(result)).toMatchObject({
			outcomeUnknown: true,
			message: expect.stringContaining(`${words}; the thing may have been written`) as string,
		});
});

describe('Validate Only', () => {
	it('tells why an item cannot be sent, and shows none that has nothing to change', async () => {
		const { inputs } = run([{ uid: 'a' }, { uid: 'b' }]);
		const steps: Write['steps'] = {
			next: ({ item }) =>
				item.body.uid === 'a'
					? { error: new FailureError({ message: 'Cannot be prepared' }) }
					: { row: {} },
		};
		const [failed, done] = await batchWrite({ ...UPDATE, steps }).preview(inputs, PATH);
		expect(failureOf(failed).message).toBe('Cannot be prepared');
		expect(done).toEqual({ rows: [{ validated: true, requests: [] }] });
	});
});
