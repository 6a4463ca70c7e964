import type { IDataObject } from 'n8n-workflow';

import { type Failure, FailureError } from '../../nodes/shared/errors/failure';
import { LIMITS } from '../../dev/limits';
import { digestOf } from '../../nodes/shared/objects';
import { withStamp, completeRow, type Write } from '../../nodes/shared/operations/writes/write';
import {
	alreadyThere,
	neverThere,
	notInTurn,
	withOtherContent,
} from '../../nodes/shared/operations/writes/writeFailures';
import { idempotencyKey } from '../../nodes/shared/operations/writes/plan';
import { planned } from './planned';

/** Digests of contents, the keys that are made of them, and what failures tell of both. */

const CREATE: Write = { thing: 'thing', repeat: 'idempotencyKey', target: ['uid'] };
type Surroundings = Partial<Parameters<typeof planned>[2]>;
const plan = async (write: Write, bodies: IDataObject[], more: Surroundings = {}) =>
	await planned(write, bodies, { context: {}, user: 'me', ...more });

describe('a digest', () => {
	it.each<[string, IDataObject, IDataObject, boolean]>([
		['in another order of fields', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }, true],
		['in another order of a list', { a: [1, 2] }, { a: [2, 1] }, false],
		['with null and with an object', { a: null }, { a: {} }, false],
		['with a list and with an object', { a: ['x'] }, { a: { 0: 'x' } }, false],
		['with another value', { a: 1 }, { a: 2 }, false],
	])('of a content %s', (_how, one, other, isSame) => {
		expect(digestOf(one) === digestOf(other)).toBe(isSame);
		expect(digestOf(one)).toMatch(/^[0-9a-f]{16}$/);
	});
});

describe('the key of an item', () => {
	it('is that of the run, the item, its content and its time, and of a part', async () => {
		const partsOf = ({ body }: { body: IDataObject }) => [body, body];
		const { attempts, memory } = await plan({ ...CREATE, partsOf }, [{ uid: 'a' }]);
		const [attempt, second] = attempts;
		const { at, item } = attempt;
		expect(idempotencyKey(attempt, memory)).toBe(`${memory.id}-0-${item.digest}-${at}`);
		const earlier = { state: 'sent' as const, digest: '', id: 'earlier' };
		expect(idempotencyKey({ ...second, earlier }, memory)).toBe(`earlier-0-${item.digest}-${at}-2`);
	});

	it('is the same in every execution with Write Once Per, for one event and object', async () => {
		const keysOf = async (write: Write, bodies: IDataObject[], more: Surroundings = {}) => {
			const { attempts, memory } = await plan(write, bodies, more);
			return attempts.map((attempt) => idempotencyKey(attempt, memory));
		};
		const event = { uid: 'a', idempotency_key: 'event' };
		const bodies = [event, event, { ...event, uid: 'b' }, { ...event, idempotency_key: 'other' }];
		const keys = await keysOf(CREATE, bodies);
		expect(new Set(keys).size).toBe(3);
		expect(keys[0]).toMatch(/^once-[0-9a-f]{16}$/);
		expect(keys[1]).toBe(keys[0]);
		expect(await keysOf(CREATE, bodies)).toEqual(keys);
		expect(await keysOf(CREATE, [event], { index: 1 })).toEqual([keys[0]]);
		expect(await keysOf(CREATE, [event], { user: 'you' })).not.toEqual([keys[0]]);
		expect(await keysOf(CREATE, [event], { single: true, index: 2 })).toEqual([keys[0]]);
		const change = { ...CREATE, expected: [] };
		expect(await keysOf(change, [event])).toEqual(['event']);
		const [own] = await keysOf({ ...CREATE, repeat: 'precondition' }, [event]);
		expect(own).not.toMatch(/^(once|event)/);
	});
});

it('an item is sent with its own time, or that of its first try, and its rows show what it sent', async () => {
	const write = { ...CREATE, stamp: 'send_at', echo: ['send_at', 'absent'] };
	const { attempts } = await plan(write, [{ uid: 'a' }, { uid: 'b', send_at: 5 }]);
	const [first, second] = attempts;
	expect(attempts.map((attempt) => withStamp(write, attempt).send_at)).toEqual([first.at, 5]);
	expect(withStamp(CREATE, first)).toEqual({ uid: 'a' });
	const row = completeRow(write, second, { made: true });
	expect(Object.entries(row)).toEqual([
		['send_at', 5],
		['made', true],
	]);
	expect(completeRow(CREATE, second, { made: true })).toEqual({ made: true });
});

describe('a failure', () => {
	const words = ({ failure: { message, description } }: FailureError) =>
		`${message}: ${description}`;
	const refused = (failure: Omit<Failure, 'message'>) =>
		new FailureError({ message: 'Refused', ...failure });

	it('of an item out of turn says what to do', () => {
		const before = notInTurn('thing', { index: 3, isWritten: false });
		expect(words(before)).toMatch(
			/because item 4 for the same object was not .* A retry sends all/,
		);
		const behind = notInTurn('thing', { index: 3, isWritten: true });
		expect(words(behind)).toMatch(/because item 4, a later change .* Run the workflow again/);
		for (const { failure } of [before, behind]) expect(failure.unsent).toBe('item');
		expect(words(neverThere())).toMatch(`after ${LIMITS.maxSteps} steps: Something else`);
	});

	it('of Write Once Per names another content as a cause, if the service refused the item', () => {
		const error = withOtherContent(
			refused({ status: 400, isOwn: true, description: 'Why.' }),
		) as FailureError;
		expect(words(error)).toMatch(/^Refused: If an earlier execution .* Why\.$/);
		expect(error.failure.status).toBe(400);
		const plain = withOtherContent(refused({ status: 400, isOwn: true })) as FailureError;
		expect(words(plain)).toMatch(/stays as it is\. To write both, /);
		for (const other of [refused({ status: 503 }), new Error('Lost')])
			expect(withOtherContent(other)).toBe(other);
	});

	it('of what exists with other content names it, if its identifier is known', () => {
		const named = (row?: IDataObject) => alreadyThere('thing', row).failure.message;
		expect(named({ n: 1, uid: 'a', other: 'b' })).toContain('with other content (a), so');
		expect(named({ n: 1 })).toContain('with other content, so');
		expect(named()).toContain('with other content, so');
	});
});
