import type { IDataObject } from 'n8n-workflow';

import * as users from '../../nodes/shared/api/user';
import { overrideLimits } from '../../nodes/shared/limits';
import { workflow } from '../../nodes/shared/operations/caller';
import type { Run } from '../../nodes/shared/operations/run';
import { Column, type Entry } from '../../nodes/shared/operations/writes/entry';
import { Journal } from '../../nodes/shared/operations/writes/journal';
import type { Write } from '../../nodes/shared/operations/writes/write';
import { PATH, planned } from './planned';

const update: Write = { thing: 'thing', repeat: 'precondition', target: ['uid'] };
const bodies = [{ uid: 'a' }, { uid: 'b' }];
const [first, second] = [0, 1].map((index) => ({ path: PATH, index }));
const doubt: Entry = { state: 'doubt', digest: '0123456789abcdef', expected: { v: 1 } };

/** Characters of two items' digests, of the journal without entries, and of the rest of `doubt`. */
const DIGESTS = 32;
const EMPTY = 7;
const REST = JSON.stringify({ expected: { v: 1 } }).length + `${PATH} 0`.length + 4;

let restore: (() => void) | undefined;
afterEach(() => {
	restore?.();
	jest.restoreAllMocks();
});

/** The journal of a run of two items with room for so many characters. */
async function journalOf(maxJournalBytes: number, context: IDataObject = {}): Promise<Journal> {
	restore = overrideLimits({ maxJournalBytes });
	return (await planned(update, bodies, { context, user: 'me' })).journal;
}

describe('a column', () => {
	it.each([0, 1, 99, 100, 101, 250])('keeps, replaces and empties the text at %i', (index) => {
		const column = new Column([], 2);
		expect(column.get(index)).toBeUndefined();
		for (const text of ['ab', 'cd']) {
			column.set(index, text);
			expect([...column.entries()]).toEqual([[index, text]]);
		}
		column.set(index, '');
		expect([...column.entries()]).toEqual([]);
	});

	it('has its texts in the order of their indexes, in parts of a hundred', () => {
		const parts: string[] = [];
		const column = new Column(parts, 2);
		for (const index of [250, 3, 99, 1, 100]) column.set(index, `${index % 10}x`);
		expect([...column.entries()]).toEqual([
			[1, '1x'],
			[3, '3x'],
			[99, '9x'],
			[100, '0x'],
			[250, '0x'],
		]);
		expect(parts.map((part) => part.length)).toEqual([200, 2, 102]);
		column.set(1, '');
		expect([...column.entries()].map(([index]) => index)).toEqual([3, 99, 100, 250]);
	});
});

describe('the room of a journal', () => {
	it('is used to the last character, and is free again when an entry is forgotten', async () => {
		const journal = await journalOf(DIGESTS + EMPTY + REST);
		journal.remember(first, doubt);
		journal.remember(first, doubt);
		journal.remember(second, doubt);
		expect(journal.entry(first)).toMatchObject({ state: 'doubt', expected: { v: 1 } });
		expect(journal.entry(second)).toMatchObject({ state: 'lost', digest: '01234567' });
		expect(journal.entry(second)!.expected).toBeUndefined();
		journal.forget(first);
		journal.remember(second, doubt);
		expect(journal.entry(first)).toBeUndefined();
		expect(journal.entry(second)).toMatchObject({ state: 'doubt', expected: { v: 1 } });
	});

	it('is not exceeded by a character', async () => {
		const journal = await journalOf(DIGESTS + EMPTY + REST - 1);
		journal.remember(first, doubt);
		expect(journal.entry(first)).toMatchObject({ state: 'lost', digest: '01234567' });
	});

	it.each([
		[DIGESTS, { state: 'doubt', digest: '01234567' }, { state: 'written', digest: '01234567' }],
		[DIGESTS - 1, { state: 'lost', digest: undefined }, { state: 'written', digest: undefined }],
	])('of %i characters keeps these entries of two items', async (room, sent, written) => {
		const journal = await journalOf(room);
		journal.remember(first, { state: 'doubt', digest: doubt.digest });
		journal.remember(second, { state: 'written', digest: doubt.digest });
		expect(journal.entry(first)).toEqual(sent);
		expect(journal.entry(second)).toEqual(written);
	});

	it.each([
		[0, 'i'],
		[1, undefined],
	])('that lacks %i characters for a name gives: %s', async (lacking, known) => {
		const name = 'i'.length + 16 + 6;
		const { names } = await journalOf(DIGESTS + EMPTY + name - lacking);
		names!.set('a name', 'i');
		expect(names!.get('a name')).toBe(known);
	});

	it('has one name once, however many items have it', async () => {
		const journal = await journalOf(DIGESTS + EMPTY + 23 + REST);
		for (let item = 0; item < 3; item++) journal.names!.set('a name', 'i');
		journal.remember(first, doubt);
		expect(journal.entry(first)).toMatchObject({ state: 'doubt', expected: { v: 1 } });
	});
});

describe('the entries of an earlier try', () => {
	type Other = Partial<Parameters<typeof planned>[2]>;
	const UNREAD = { user: undefined as unknown as string };

	it.each<[string, boolean, Other, Other]>([
		['are there in the same run', true, {}, {}],
		['are not those of another account', false, {}, { user: 'other' }],
		['are not those of another run of a loop', false, {}, { index: 1 }],
		['are there if the account cannot be read', true, {}, UNREAD],
		['are there if the account could not be read', true, UNREAD, {}],
	])('%s', async (_title, isKnown, before, now) => {
		const context: IDataObject = {};
		const open = async (other: Other) =>
			(await planned(update, bodies, { context, user: 'me', ...other })).journal;
		jest.spyOn(users, 'userOf').mockResolvedValue(undefined);
		(await open(before)).remember(first, { state: 'doubt' });
		const again = await open(now);
		expect(again.entry(first) !== undefined).toBe(isKnown);
		expect(again.accountUnknown).toBe([before, now].includes(UNREAD));
		expect(again.account).not.toBeNull();
	});

	it('are told from those of another execution, until they are written again', async () => {
		const context: IDataObject = {};
		const journal = await journalOf(1000, context);
		journal.remember(first, { state: 'doubt', digest: doubt.digest });
		expect(journal.entry(first)).toEqual({ state: 'doubt', digest: '01234567' });
		const open = async (execution: string) =>
			(await planned(update, bodies, { context, user: 'me', execution })).journal;
		for (const execution of ['retry', 'retry']) {
			const again = await open(execution);
			expect(again.entry(first)).toEqual({ state: 'doubt', digest: '01234567', foreign: true });
			expect(again.indexes(PATH)).toEqual({ written: [], doubt: [0] });
		}
		const again = await open('retry');
		again.remember(first, again.entry(first)!);
		expect((await open('retry')).entry(first)).toEqual({ state: 'doubt', digest: '01234567' });
	});

	it('are those of the same target alone', async () => {
		const journal = await journalOf(1000);
		journal.remember({ ...first, target: 'target-0' }, doubt);
		expect(journal.entry({ ...first, target: 'target-0' })).toMatchObject({ state: 'doubt' });
		expect(journal.entry({ ...first, target: 'another' })).toBeUndefined();
	});

	it('keep as much of a digest as they have room for', async () => {
		const journal = await journalOf(1000);
		for (const each of [second, first]) journal.remember(each, doubt);
		for (const each of [first, second])
			expect(journal.entry(each)).toMatchObject({ state: 'doubt', digest: '01234567' });
	});

	it('are removed at the end of a run without failures, and kept after others', async () => {
		const stays = async (end: (context: IDataObject, run: Run) => void) => {
			const context: IDataObject = {};
			const { run: own } = await planned(update, bodies, { context, user: 'me' });
			end(context, own);
			own.end();
			return 'svc' in context;
		};
		expect(await stays(() => {})).toBe(false);
		expect(await stays((_context, own) => own.fail())).toBe(true);
		// Meanwhile another run of a loop has begun
		expect(await stays((context) => (context.svc = {}))).toBe(true);
	});

	it('in another form are refused', async () => {
		const context: IDataObject = {};
		await journalOf(1000, context);
		(context.svc as IDataObject).v = 1;
		await expect(journalOf(1000, context)).rejects.toThrow('another version');
	});

	it('count as written or in doubt by what is known of them', async () => {
		const journal = await journalOf(1000);
		const states = ['written', 'doubt', 'rejected', 'begun', 'told', 'lost'] as const;
		for (const [index, state] of states.entries())
			journal.remember({ path: PATH, index, target: `target-${index}` }, { state, digest: '01' });
		journal.remember({ path: PATH, index: 6 }, { state: 'written' });
		expect(journal.indexes(PATH)).toEqual({ written: [0, 6], doubt: [1, 5] });
		expect([...journal.latest(PATH).values()]).toEqual([0, 1, 5]);
	});

	it('of a call of a tool is forgotten when it is settled', async () => {
		const more = { context: {}, user: 'caller', single: true };
		const { journal, items } = await planned(update, [{ uid: 'a' }], more);
		const { digest } = items[0];
		journal.remember(items[0], { state: 'doubt', digest });
		expect(journal.entry(items[0])).toMatchObject({ state: 'doubt', id: journal.id });
		journal.remember(items[0], { state: 'doubt', digest, id: 'earlier' });
		expect(journal.entry(items[0])).toMatchObject({ state: 'doubt', id: 'earlier' });
		expect([journal.accountUnknown, journal.names]).toEqual([false, undefined]);
		journal.forget(items[0]);
		expect(journal.entry(items[0])).toBeUndefined();
	});
});

describe('the journal of a run', () => {
	it('is one for all its groups of items (Batching)', async () => {
		const { run, journal } = await planned(update, bodies, { context: {}, user: 'me' });
		expect(await Journal.of(run)).toBe(journal);
	});

	it('has entries of items alone that were remembered, keys of its own, and names apart', async () => {
		const journal = await journalOf(1000);
		expect(journal.indexes(PATH)).toEqual({ written: [], doubt: [] });
		expect(journal.id).toMatch(/^[0-9a-f-]{36}$/);
		expect((await journalOf(1000)).id).not.toBe(journal.id);
		journal.names!.set('a name', 'i');
		expect(journal.names!.get('another')).toBeUndefined();
	});

	it('of n8n’s routing, which has a run for each item, remembers nothing of others', async () => {
		const more = { context: {}, user: 'me', single: true, caller: workflow };
		const { journal, items } = await planned(update, [{ uid: 'a' }], more);
		journal.remember(items[0], doubt);
		expect((await planned(update, [{ uid: 'a' }], more)).items[0].earlier).toBeUndefined();
	});

	it('dates changes of one object one after the other', async () => {
		const journal = await journalOf(1000);
		const times = [0, 1, 2].map((position) => journal.timeOf(0, { position }));
		expect(times.map((time) => time - times[0])).toEqual([0, 1, 2]);
	});
});
