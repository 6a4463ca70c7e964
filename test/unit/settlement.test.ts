import type { IDataObject } from 'n8n-workflow';

import { type Failure, FailureError, HaltedError } from '../../nodes/shared/errors/failure';
import { LIMITS } from '../../nodes/shared/limits';
import { Made } from '../../nodes/shared/rows/row';
import { Order } from '../../nodes/shared/operations/writes/plan';
import { Settlement } from '../../nodes/shared/operations/writes/settlement';
import { SINGLE, type Write } from '../../nodes/shared/operations/writes/write';
import { CREATE, PATH, planned, UPDATE } from './planned';

/** Results and journal entries that verdicts on items lead to. */

const KEPT = { ...UPDATE, keepExpected: true } as unknown as Write;
const REJECTED = {
	kind: 'rejected',
	outcome: { status: 'rejected' },
	reason: 'not_active',
} as const;
const UNKNOWN = { kind: 'unknown', error: new FailureError({ message: 'No answer' }) } as const;

let context: IDataObject;
let user = 0;
beforeEach(() => {
	context = {};
	user++;
});

const BODIES = [
	{ uid: 'a', n: 1 },
	{ uid: 'a', n: 2 },
];

/** The first of two items of one object, and what becomes of it. */
async function first(write: Write, more: object = {}, bodies: IDataObject[] = BODIES) {
	const { run, journal, items } = await planned(write, bodies, {
		context,
		user: `user_${user}`,
		...more,
	});
	const order = Order.of(journal, PATH);
	const settlement = new Settlement(write, journal, order);
	const [item, next] = items;
	const failed = jest.spyOn(run, 'fail');
	return {
		item,
		settlement,
		failed: () => failed.mock.calls.length > 0,
		entry: () => journal.entry(item),
		holds: () => order.blocks(next) !== undefined,
		rows: () => (item.result && 'rows' in item.result ? item.result.rows : undefined),
		failure: (): Failure => {
			const error = item.result && 'error' in item.result ? item.result.error : undefined;
			return error instanceof FailureError ? error.failure : { message: String(error) };
		},
	};
}

describe('a written item', () => {
	it('has its row, which the journal keeps', async () => {
		const { item, settlement, ...it } = await first({ ...UPDATE, echo: ['n', 'absent'] });
		item.doubt = true;
		settlement.settle(item, { kind: 'written', row: { uid: 'a' } });
		expect(it.rows()).toEqual([{ n: 1, uid: 'a' }]);
		expect(it.entry()).toMatchObject({ state: 'written', row: { uid: 'a' } });
		expect(it.entry()!.digest).toBe(item.content.slice(0, it.entry()!.digest!.length));
		expect(it.entry()).not.toHaveProperty('at');
		expect([it.failed(), it.holds()]).toEqual([false, false]);
	});

	it('is kept by its UID alone if it can be read again', async () => {
		const { item, settlement, ...it } = await first({
			...CREATE,
			recall: { keys: ['uid'] },
		} as unknown as Write);
		settlement.settle(item, { kind: 'written', row: { uid: 'a', text: 'long' } });
		expect(it.entry()!.row).toEqual({ uid: 'a' });
		expect(it.rows()).toEqual([{ uid: 'a', text: 'long' }]);
	});

	it.each([
		[true, undefined],
		[new FailureError({ message: 'Too many steps' }), 'Too many steps'],
	])('has no result before its last request: %p', async (more, message) => {
		const { item, settlement, ...it } = await first(UPDATE);
		item.course = { ...SINGLE, continues: () => more };
		item.doubt = true;
		settlement.settle(item, { kind: 'written', row: {} });
		expect(item.doubt).toBe(false);
		expect(it.rows()).toBeUndefined();
		if (message) expect(it.failure()).toEqual({ message });
		else expect(item.result).toBeUndefined();
	});

	it('stays in doubt for nothing once it is done', async () => {
		const { item, settlement } = await first(UPDATE);
		settlement.settle(item, { kind: 'written', row: {} });
		expect(item.doubt).toBe(false);
	});
});

describe('a rejected item', () => {
	it('fails with the reason and the request ID, and holds nobody', async () => {
		const { item, settlement, ...it } = await first(UPDATE);
		settlement.noteSent(item);
		settlement.settle(item, REJECTED, 'r1');
		expect(it.failure()).toMatchObject({ reason: 'not_active', requestId: 'r1' });
		expect(it.failure().outcomeUnknown).toBeUndefined();
		expect(it.entry()).toBeUndefined();
		expect([it.failed(), it.holds()]).toEqual([true, false]);
	});

	it('gets another key and a later time, unless the key is the user’s', async () => {
		const { item, settlement, ...it } = await first(CREATE);
		const { at } = item;
		settlement.settle(item, REJECTED);
		expect(item.at).toBeGreaterThan(at);
		expect(item.at).toBeGreaterThanOrEqual(Date.now() - 1_000);
		expect(it.entry()).toMatchObject({ state: 'rejected', at: item.at });
		context = {};
		const own = await first(CREATE, { foundAt: 5 }, [{ idempotency_key: 'k' }]);
		own.settlement.noteSent(own.item);
		own.settlement.settle(own.item, REJECTED);
		expect(own.item.at).toBe(5);
		expect(own.entry()).toBeUndefined();
	});

	it('keeps the expected values where retries have the same ones', async () => {
		const { item, settlement, ...it } = await first(KEPT);
		item.known = { version: 4 };
		settlement.settle(item, REJECTED);
		expect(it.entry()).toMatchObject({ state: 'rejected', expected: { version: 4 } });
		context = {};
		const other = await first(UPDATE);
		other.item.known = { version: 4 };
		other.settlement.settle(other.item, REJECTED);
		expect(other.entry()).toBeUndefined();
	});

	it('is sent anew if its course wants that', async () => {
		const { item, settlement, ...it } = await first(UPDATE);
		item.course = { ...SINGLE, retries: (reason) => reason === 'not_active' };
		settlement.noteSent(item);
		settlement.settle(item, REJECTED);
		expect([item.result, it.entry()]).toEqual([undefined, undefined]);
	});

	it('was written before if the journal says so', async () => {
		const { item, settlement, ...it } = await first(UPDATE);
		item.earlier = { state: 'written' };
		settlement.settle(item, REJECTED);
		expect(it.rows()).toEqual([new Made({ uid: 'a', already_written: true })]);
	});

	it('keeps the doubt of an earlier try, and its entry', async () => {
		const { item, settlement, ...it } = await first(UPDATE);
		item.doubt = true;
		settlement.noteSent(item);
		settlement.settle(item, REJECTED, 'r2');
		expect(it.failure()).toMatchObject({ outcomeUnknown: true, requestId: 'r2' });
		expect(it.failure().message).toContain('the thing may have been written');
		expect(it.failure().description).toContain('A retry repeats the same request');
		expect(it.entry()).toMatchObject({ state: 'doubt' });
		expect(it.holds()).toBe(true);
	});

	it.each([
		[false, false, { state: 'told', row: { status: 'rejected' } }],
		[true, false, { state: 'doubt', row: { outcome_unknown: true } }],
		// The memory of tool calls is for doubts alone
		[false, true, undefined],
		[true, true, undefined],
	])('is an outcome with If Rejected (in doubt: %p, tool: %p)', async (doubt, single, kept) => {
		const { item, settlement, ...it } = await first(UPDATE, { single, ifRejected: 'output' });
		item.doubt = doubt;
		settlement.settle(item, REJECTED);
		const [row] = it.rows() as Made[];
		expect(row).toBeInstanceOf(Made);
		expect(row.json).toEqual(
			doubt
				? {
						status: 'rejected',
						outcome_unknown: true,
						hint: 'It is not known whether the thing was written: a try got no clear answer.',
					}
				: { status: 'rejected' },
		);
		if (kept) expect(it.entry()).toMatchObject(kept);
		else expect(it.entry()).toBeUndefined();
		expect(it.failed()).toBe(false);
	});
});

describe('an outcome that the service does not know', () => {
	it.each(['repeat', 'read'] as const)('asks again or fails: %s', async (then) => {
		const write = { ...UPDATE, uncertain: { is: () => true, then } } as unknown as Write;
		const { item, settlement, ...it } = await first(write);
		const asked = then === 'repeat' ? LIMITS.maxUndecided : 1;
		for (let i = 1; i <= asked; i++) {
			expect(item.result).toBeUndefined();
			settlement.settle(item, { kind: 'undecided' }, 'r3');
			expect([item.undecided, item.doubt]).toEqual([i, true]);
		}
		expect(it.failure()).toMatchObject({
			message: 'The service does not know whether the thing was written',
			requestId: 'r3',
			reason: 'unknown',
			outcomeUnknown: true,
		});
		expect(it.failure().description).toContain('A retry repeats the same request');
		expect(it.holds()).toBe(true);
	});
});

describe('an answer that does not tell the outcome', () => {
	it.each([
		[false, 'A retry repeats the same request, with the same key and time.'],
		[true, 'Repeating the call with the same arguments within ten minutes'],
	])('leaves the item in doubt, and says what to do (tool: %p)', async (single, advice) => {
		const { item, settlement, ...it } = await first(UPDATE, { single });
		settlement.noteSent(item);
		settlement.settle(item, UNKNOWN);
		expect(it.failure()).toMatchObject({
			message: 'No answer; the thing may have been written',
			outcomeUnknown: true,
		});
		expect(it.failure().description).toContain(advice);
		expect(it.entry()).toMatchObject({ state: 'doubt' });
		expect(it.failed()).toBe(true);
	});
});

describe('a failed item', () => {
	const failing = (failure: Omit<Failure, 'message'>) =>
		new FailureError({ message: 'Failed', ...failure });

	it.each<[Omit<Failure, 'message'>, boolean]>([
		[{ status: 400, requestId: 'r' }, false],
		[{ status: 428, requestId: 'r' }, false],
		[{ status: 400 }, true],
		[{ status: 429, requestId: 'r' }, true],
		[{ status: 399, requestId: 'r' }, true],
		[{ status: 503, requestId: 'r' }, true],
		[{ reason: 'not_active' }, false],
		[{ unsent: 'item' }, false],
		[{ reason: 'not_active', outcomeUnknown: true }, true],
		[{}, true],
	])('holds those behind it unless a retry meets the same failure: %p', async (failure, holds) => {
		const { item, settlement, ...it } = await first(UPDATE);
		settlement.fail(item, failing(failure));
		expect([it.failed(), it.holds()]).toEqual([true, holds]);
	});

	it('holds them for an error of another kind, and a halted one does not fail the run', async () => {
		const other = await first(UPDATE);
		other.settlement.fail(other.item, new Error('Something'));
		expect([other.failed(), other.holds()]).toEqual([true, true]);
		expect(other.failure()).toEqual({ message: 'Error: Something' });
		context = {};
		const halted = await first(UPDATE);
		halted.settlement.fail(halted.item, new HaltedError(false));
		expect([halted.failed(), halted.holds()]).toEqual([false, true]);
	});

	it.each([
		['of this try', false, true],
		['of an earlier one', true, undefined],
	])('keeps the doubt %s', async (_whose, doubt, outcomeUnknown) => {
		const { item, settlement, ...it } = await first(UPDATE);
		settlement.noteSent(item);
		item.doubt = doubt;
		settlement.fail(item, failing({ status: 400, requestId: 'r', outcomeUnknown }));
		expect(it.failure()).toMatchObject({ outcomeUnknown: true });
		expect(it.entry()).toMatchObject({ state: 'doubt' });
	});

	it('goes back to what earlier tries left', async () => {
		const { item, settlement, ...it } = await first(UPDATE);
		item.earlier = { state: 'told', digest: item.digest, row: { n: 1 } };
		settlement.noteSent(item);
		settlement.fail(item, failing({ status: 400, requestId: 'r' }));
		expect(it.entry()).toMatchObject({ state: 'told', row: { n: 1 } });
		item.earlier = undefined;
		settlement.noteSent(item);
		settlement.fail(item, failing({}));
		expect(it.entry()).toBeUndefined();
	});

	it('keeps the steps that were made, and says in its own words how far it is', async () => {
		const { item, settlement, ...it } = await first(UPDATE);
		item.course = {
			...SINGLE,
			memory: () => ({ step: true }),
			tell: ({ failure }) => new FailureError({ ...failure, message: `Half: ${failure.message}` }),
		};
		item.earlier = { state: 'told' };
		settlement.fail(item, failing({}));
		expect(it.entry()).toMatchObject({ state: 'begun', step: true });
		expect(it.failure().message).toBe('Half: Failed');
	});

	it('keeps the expected values where retries have the same ones', async () => {
		const { item, settlement, ...it } = await first(KEPT);
		item.known = { version: 4 };
		settlement.fail(item, failing({}));
		expect(it.entry()).toMatchObject({ state: 'rejected', expected: { version: 4 } });
		context = {};
		const without = await first(KEPT);
		without.settlement.fail(without.item, failing({}));
		expect(without.entry()).toBeUndefined();
	});

	it('of Write Once Per may have been written with other content', async () => {
		const own = await first(CREATE, {}, [{ idempotency_key: 'k' }]);
		own.settlement.fail(own.item, failing({ status: 400, requestId: 'r' }));
		expect(own.failure().description).toContain('with other content');
		context = {};
		const update = await first(UPDATE, {}, [{ uid: 'a', idempotency_key: 'k' }]);
		update.settlement.fail(update.item, failing({ status: 400, requestId: 'r' }));
		expect(update.failure().description).toBeUndefined();
	});
});

describe('an item that is not sent', () => {
	it.each([true, false])('fails, and keeps its doubt: %p', async (doubt) => {
		const { item, settlement, ...it } = await first(UPDATE);
		item.doubt = doubt;
		settlement.refuse(item, new FailureError({ message: 'Not sent', unsent: 'item' }));
		expect(it.failure().outcomeUnknown).toBe(doubt || undefined);
		expect(it.failure().message).toBe('Not sent');
		expect(it.holds()).toBe(doubt);
	});
});

describe('the journal', () => {
	it('says that an item is in doubt before it is sent, with what a retry needs', async () => {
		const { item, settlement, ...it } = await first(UPDATE);
		item.known = { version: 2 };
		item.course = { ...SINGLE, memory: () => ({ sent: 'digest' }) };
		settlement.noteSent(item);
		expect(it.entry()).toMatchObject({ state: 'doubt', expected: { version: 2 }, sent: 'digest' });
		expect(it.entry()).not.toHaveProperty('id');
	});

	it('keeps the time of a tool call, the key of an earlier try, and a time that was changed', async () => {
		const tool = await first(CREATE, { single: true });
		tool.settlement.noteSent(tool.item);
		expect(tool.entry()).toMatchObject({ at: tool.item.at });
		const { item, settlement, ...it } = await first(CREATE);
		item.earlier = { state: 'doubt', id: 'earlier key' };
		item.at += 5;
		settlement.noteSent(item);
		expect(it.entry()).toMatchObject({ id: 'earlier key', at: item.at });
	});

	it('forgets an item that is another change', async () => {
		const { item, settlement, ...it } = await first(UPDATE);
		settlement.noteSent(item);
		Object.assign(item, { doubt: true, earlier: { state: 'doubt' } });
		settlement.forget(item);
		expect([it.entry(), item.earlier, item.doubt]).toEqual([undefined, undefined, false]);
	});
});
