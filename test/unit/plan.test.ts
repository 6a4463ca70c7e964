import type { IDataObject } from 'n8n-workflow';

import { latestTime } from '../../nodes/shared/operations/writes/memory';
import { Order, roundsOf } from '../../nodes/shared/operations/writes/plan';
import type { Write } from '../../nodes/shared/operations/writes/write';
import { BASE_URL, CREATE, PATH, planned, UPDATE } from './planned';

/** Plans of runs, whose memory n8n keeps in a node context. */

let context: IDataObject = {};
let account = '';
let counted = 0;
beforeEach(() => {
	context = {};
	account = `${BASE_URL} user_${++counted}`;
});
afterEach(() => jest.restoreAllMocks());

const plan = async (
	write: Write,
	bodies: IDataObject[],
	how: { foundAt?: number; index?: number } = {},
) => await planned(write, bodies, { ...how, context, user: account.slice(BASE_URL.length + 1) });

describe('times of items', () => {
	it('are one millisecond apart, up to the present', async () => {
		jest.spyOn(Date, 'now').mockReturnValue(5_000);
		const { attempts } = await plan(CREATE, [{ n: 1 }, { n: 2 }, { n: 3 }]);
		expect(attempts.map(({ at }) => at)).toEqual([4_998, 4_999, 5_000]);
	});

	it('never run backwards within a process and account, over the runs of a loop', async () => {
		jest.spyOn(Date, 'now').mockReturnValue(5_000);
		await plan(CREATE, [{ n: 1 }]);
		expect(latestTime(account)).toBe(5_000);
		const { attempts } = await plan(CREATE, [{ n: 1 }, { n: 2 }, { n: 3 }], { index: 1 });
		for (const { at } of attempts) expect(at).toBeGreaterThanOrEqual(5_000);
		account = `${BASE_URL} another_user`;
		context = {};
		const other = await plan(CREATE, [{ n: 1 }, { n: 2 }]);
		expect(other.attempts[0].at).toBe(4_999);
	});

	it('are those of their event with Write Once Per, and say nothing of later items', async () => {
		jest.spyOn(Date, 'now').mockReturnValue(5_000);
		const { items } = await plan(CREATE, [{ idempotency_key: 'e' }], { foundAt: 9_000 });
		expect(items[0]).toMatchObject({
			plannedAt: 9_000,
			userKey: expect.stringMatching(/^once-/) as string,
		});
		expect(latestTime(account)).toBe(0);
		const usual = await plan(CREATE, [{ n: 1 }], { foundAt: 9_000, index: 1 });
		expect(usual.items[0].plannedAt).toBe(5_000);
		expect(latestTime(account)).toBe(5_000);
	});

	it('stay those of the first try for the same content, and are new for another', async () => {
		const bodies = [{ n: 1 }, { n: 2 }];
		const { memory, items } = await plan(CREATE, bodies);
		for (const item of items)
			memory.set(item.key, { state: 'sent', digest: item.digest, at: 1_000 });
		const again = await plan(CREATE, [{ n: 1 }, { n: 7 }]);
		expect(again.attempts[0].at).toBe(1_000);
		expect(again.attempts[1].at).toBeGreaterThan(1_000);
	});

	it('are the later ones that a rejected item got, whatever its content', async () => {
		const { memory, items } = await plan(CREATE, [{ n: 1 }]);
		memory.set(items[0].key, { state: 'rejected', digest: items[0].digest, at: 7_000 });
		expect((await plan(CREATE, [{ n: 2 }])).attempts[0].at).toBe(7_000);
	});
});

describe('the doubt about an item', () => {
	it.each([
		['sent', true],
		['written', false],
		['rejected', false],
	] as const)('is kept from an earlier try: %s', async (state, doubt) => {
		const { memory, items } = await plan(CREATE, [{ n: 1 }]);
		memory.set(items[0].key, { state, digest: items[0].digest });
		const again = await plan(CREATE, [{ n: 1 }]);
		expect(again.attempts[0]).toMatchObject({ doubt, earlier: { state } });
	});
});

it('compares the content of a change without its expected values', async () => {
	const { items } = await plan(UPDATE, [
		{ uid: 'a', title: 'x', version: 1 },
		{ uid: 'b', title: 'x', version: 1 },
		{ uid: 'a', title: 'x', version: 2 },
	]);
	expect(items[2].contentDigest).toBe(items[0].contentDigest);
	expect(items[2].digest).not.toBe(items[0].digest);
	expect(items[1].contentDigest).not.toBe(items[0].contentDigest);
});

describe('the order of changes', () => {
	const bodies = ['a', 'b', 'a', 'a'].map((uid, n) => ({ uid, n }));

	it('is that of the input for each object: one round after the other', async () => {
		const { attempts } = await plan(UPDATE, bodies);
		const rounds = roundsOf([attempts[0], attempts[1], attempts[3]]);
		expect(rounds.map((round) => round.map(({ key }) => key.index))).toEqual([[0, 1], [3]]);
	});

	it('keeps items back behind one that was not written, of the same object alone', async () => {
		const { memory, items } = await plan(UPDATE, bodies);
		const order = Order.of(memory, PATH);
		expect(order.blocks(items[2])).toBeUndefined();
		order.hold(items[0]);
		order.hold(items[2]);
		expect(order.blocks(items[2])).toEqual({ index: 0, isWritten: false });
		expect(order.blocks(items[3])).toEqual({ index: 0, isWritten: false });
		expect(order.blocks(items[1])).toBeUndefined();
		// All groups of a run share it, and other paths do not
		expect(Order.of(memory, PATH)).toBe(order);
		expect(Order.of(memory, '/other').blocks(items[3])).toBeUndefined();
	});

	it('keeps an item back before one that an earlier try has written', async () => {
		const { memory, items } = await plan(UPDATE, bodies);
		memory.set(items[2].key, { state: 'written', digest: items[2].digest });
		const again = await plan(UPDATE, bodies);
		const order = Order.of(again.memory, PATH);
		expect(order.blocks(again.items[0])).toEqual({ index: 2, isWritten: true });
		expect(order.blocks(again.items[1])).toBeUndefined();
		expect(order.blocks(again.items[2])).toBeUndefined();
		expect(order.blocks(again.items[3])).toBeUndefined();
	});

	it('does not bind items without an object, or of a write without order', async () => {
		const { memory, items } = await plan({ ...UPDATE, inOrder: () => false }, bodies);
		const order = Order.of(memory, PATH);
		order.hold(items[0]);
		expect(order.blocks(items[2])).toBeUndefined();
		expect(items.map(({ position }) => position)).toEqual([0, 0, 0, 0]);
	});
});
