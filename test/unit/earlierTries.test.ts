import type { IDataObject } from 'n8n-workflow';

import type { ExactRead } from '../../nodes/shared/api/exactRead';
import { LIMITS } from '../../nodes/shared/limits';
import { Made } from '../../nodes/shared/rows/row';
import { settleEarlier } from '../../nodes/shared/operations/writes/earlierTries';
import type { Entry } from '../../nodes/shared/operations/writes/entry';
import { Order } from '../../nodes/shared/operations/writes/plan';
import { Settlement } from '../../nodes/shared/operations/writes/settlement';
import { SINGLE, type Write, type WriteItem } from '../../nodes/shared/operations/writes/write';
import { PATH, planned } from './planned';

/** What becomes of items that an earlier try has sent or settled. */

const CREATE: Write = { thing: 'thing', creates: true, repeat: 'idempotencyKey' };
const UPDATE = {
	thing: 'thing',
	target: ['uid'],
	repeat: 'precondition',
	expected: [{ field: 'version' }],
} as unknown as Write;
const STEPS: Write = { ...UPDATE, course: () => ({ ...SINGLE }) };
const READ: ExactRead = {
	path: '/api/v1/record/records/batch-get',
	thing: 'thing',
	keys: ['uid'],
	uids: 'record_uids',
	entity: (result) => (result.gone ? undefined : result),
};

/** Values of this try, compared with those of the earlier one; unknown if the journal had no room for their digest. */
type Values = 'same' | 'other' | 'unknown';

/** What the journal has of an item, and how its values compare. */
type Known = [earlier: Entry, values?: Values];

let user = 0;

/** The items after they were settled, and the requests for that. */
async function settle(write: Write, known: Known[], { accountUnknown = false } = {}) {
	const reads: IDataObject[] = [];
	const send = async (_path: string, body: IDataObject) => {
		reads.push(body);
		const items = (body.record_uids as string[]).map((uid) => ({
			uid,
			ref: uid,
			gone: uid === 'gone',
			read: true,
		}));
		return await Promise.resolve({ data: { items } });
	};
	const bodies = known.map((_each, i) => ({ uid: `u${i}`, n: i, version: 1 }));
	const { items, journal } = await planned(write, bodies, {
		context: {},
		user: `user_${user++}`,
		send,
	});
	Object.assign(journal, { accountUnknown });
	for (const [i, [earlier, values = 'same']] of known.entries()) {
		const item = items[i];
		const own = earlier.state === 'written' ? item.content : item.digest;
		const digest = { same: own.slice(0, 8), other: '01234567', unknown: undefined }[values];
		item.earlier = { digest, ...earlier };
		item.doubt = ['doubt', 'lost'].includes(earlier.state);
	}
	await settleEarlier(items, new Settlement(write, journal, Order.of(journal, PATH)));
	return { items, journal, reads };
}

/** Rows, the message of a failure, or why the item is sent. */
function toldOf({ result, earlier, doubt }: WriteItem): unknown {
	if (!result) return earlier ? 'is sent again' : `is sent as another change${doubt ? '?' : ''}`;
	if ('error' in result) return result.error.message;
	return result.rows.map((row) => (row instanceof Made ? { told: row.json } : row));
}

const row = { uid: 'a', n: 1 };
const NOT_REMEMBERED = 'in an earlier try, which had too many items to remember their content';
const OTHER_VALUES = 'An earlier try sent the thing with other values and may have succeeded';
const ALREADY = 'An earlier try wrote the thing with other content (a), so it is not written again';

describe('an item of which the journal says', () => {
	it.each<[Entry, Values, Write, unknown]>([
		[{ state: 'lost' }, 'unknown', UPDATE, `The thing may have been written ${NOT_REMEMBERED}`],
		[{ state: 'doubt' }, 'same', UPDATE, 'is sent again'],
		[{ state: 'doubt', row }, 'same', UPDATE, [{ told: row }]],
		[{ state: 'doubt' }, 'other', UPDATE, OTHER_VALUES],
		[{ state: 'doubt', foreign: true }, 'same', UPDATE, 'is sent again'],
		[{ state: 'doubt', foreign: true }, 'other', UPDATE, 'is sent as another change'],
		[{ state: 'doubt', foreign: true }, 'other', CREATE, OTHER_VALUES],
		[{ state: 'doubt', foreign: true }, 'other', STEPS, OTHER_VALUES],
		[{ state: 'written', row }, 'same', UPDATE, [row]],
		[{ state: 'written', row }, 'other', UPDATE, [row]],
		[{ state: 'written', row, foreign: true }, 'same', CREATE, [row]],
		[{ state: 'written', row, foreign: true }, 'same', UPDATE, [row]],
		[{ state: 'written', row, foreign: true }, 'other', UPDATE, 'is sent as another change'],
		[{ state: 'written', row, foreign: true }, 'other', CREATE, ALREADY],
		[
			{ state: 'written', foreign: true },
			'unknown',
			UPDATE,
			`The thing was written ${NOT_REMEMBERED}`,
		],
		[{ state: 'told', row }, 'same', UPDATE, [{ told: row }]],
		[{ state: 'told' }, 'same', UPDATE, [{ told: { uid: 'u0', status: 'rejected' } }]],
		[{ state: 'told', row }, 'other', UPDATE, [{ told: row }]],
		[{ state: 'told', row, foreign: true }, 'same', UPDATE, [{ told: row }]],
		[{ state: 'told', row, foreign: true }, 'other', UPDATE, 'is sent as another change'],
		[{ state: 'begun', parts: [row] }, 'same', CREATE, 'is sent again'],
		[{ state: 'begun', parts: [row] }, 'other', CREATE, ALREADY],
		[{ state: 'begun', step: true }, 'other', STEPS, 'is sent again'],
		[{ state: 'rejected', parts: [row] }, 'other', CREATE, ALREADY],
		[{ state: 'rejected' }, 'other', CREATE, 'is sent again'],
	])('%j, with values that are %s', async (earlier, values, write, told) => {
		const { items } = await settle(write, [[earlier, values]]);
		expect(toldOf(items[0])).toEqual(told);
	});

	it('that it was written, perhaps for another account, is not sent', async () => {
		const known: Known = [{ state: 'written', row }];
		const { items } = await settle(CREATE, [known], { accountUnknown: true });
		expect(toldOf(items[0])).toContain('possibly for another account');
	});
});

describe('an item that was written', () => {
	const write = (more: Partial<Write> = {}): Write => ({
		...UPDATE,
		recall: READ,
		rowOf: ({ uid, read }) => ({ uid, row: read! }),
		echo: ['n'],
		...more,
	});
	const written: Entry = { state: 'written' };

	it('is read again with the others, and its row is as it is now', async () => {
		const { items, journal, reads } = await settle(write(), [
			[{ ...written, row: { uid: 'kept' } }],
			[written],
			[{ state: 'doubt' }],
		]);
		expect(reads).toEqual([{ record_uids: ['kept', 'u1'] }]);
		expect(items.map(toldOf)).toEqual([
			[{ n: 0, uid: 'kept', row: true }],
			[{ n: 1, uid: 'u1', row: true }],
			'is sent again',
		]);
		expect(journal.entry(items[0])).toMatchObject({ state: 'written', row: { uid: 'kept' } });
		const [plain] = (await settle(write({ rowOf: undefined }), [[written]])).items;
		expect(toldOf(plain)).toEqual([{ n: 0, uid: 'u0', ref: 'u0', read: true, gone: false }]);
	});

	it('is read only if its identifier is known', async () => {
		const create = { ...CREATE, recall: { ...READ, keys: ['ref'] } };
		const { items, reads } = await settle(create, [[{ ...written, row: { ref: 'a' } }], [written]]);
		expect(reads).toStrictEqual([{ record_uids: ['a'] }]);
		expect(toldOf(items[1])).toBe('is sent again');
	});

	it('has the row of the journal if it cannot be read again', async () => {
		const { items } = await settle(write(), [[{ ...written, row: { uid: 'gone', kept: true } }]]);
		expect(toldOf(items[0])).toEqual([{ n: 0, uid: 'gone', kept: true }]);
		const [other] = (await settle(write({ recall: undefined }), [[{ ...written, row }]])).items;
		expect(toldOf(other)).toEqual([row]);
	});

	it('does not show values that were not sent', async () => {
		const parts = [{ uid: 'a' }, { uid: 'b' }];
		const one: Known = [{ ...written, row: { uid: 'a' } }, 'other'];
		const several: Known = [{ ...written, row: { parts } }, 'other'];
		const { items } = await settle(write({ recall: undefined }), [one, several]);
		expect(items.map(toldOf)).toEqual([[{ uid: 'a' }], parts]);
	});

	it.each<[string, Write, Values, number, unknown]>([
		['is sent again with its key, which gives the row', CREATE, 'same', 0, 'is sent again'],
		['is not sent after the service has forgotten the key', CREATE, 'same', 1, 'written'],
		['is not sent with other values', CREATE, 'other', 0, 'written'],
		['is not sent if the key needs the same expected values', UPDATE, 'same', 0, 'written'],
		[
			'is not sent if nothing but its version makes it safe',
			{ ...UPDATE, expected: undefined },
			'same',
			0,
			'written',
		],
		[
			'is not sent if its key belongs to a version',
			{ ...UPDATE, repeat: 'idempotencyKey' },
			'same',
			0,
			'written',
		],
	])('%s, if the journal has no row', async (_what, kind, values, age, told) => {
		const now = Date.now();
		const clock = jest.spyOn(Date, 'now').mockReturnValue(now - age * LIMITS.keyLifetime);
		// The time of an item is that of its first try
		const settling = settle(kind, [[written, values]]);
		clock.mockReturnValue(now);
		const { items } = await settling.finally(() => clock.mockRestore());
		const outcome = [{ told: expect.objectContaining({ already_written: true }) as unknown }];
		expect(toldOf(items[0])).toEqual(told === 'written' ? outcome : told);
	});
});
