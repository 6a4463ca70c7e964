import type { IDataObject } from 'n8n-workflow';

import { completeRows, ExactReads, exactRecord, type Incomplete } from '../../nodes/shared/api';
import { chunksOf } from '../../nodes/shared/api/batchItems';
import { FailureError } from '../../nodes/shared/errors';
import { overrideLimits } from '../../dev/limits';

/** Requests by which rows are completed that a list leaves incomplete. */

const TEXTS: Incomplete = {
	lacks: ({ text }) => text === undefined,
	read: exactRecord,
	whole: (row, { text }) => ({ ...row, text }),
};
const rowsOf = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, i) => ({ record_uid: `rec_${i}` }));

/** A service that reads records, fails for those that `isBad`, and counts the requests. */
function service(isBad: (uid: string) => boolean = () => false, status = 500) {
	const asked: string[][] = [];
	const send = async (_path: string, { record_uids }: IDataObject) => {
		const uids = record_uids as string[];
		asked.push(uids);
		await Promise.resolve();
		if (uids.some(isBad)) throw new FailureError({ message: 'No', status, isOwn: true });
		return { data: { items: uids.map((record_uid) => ({ record_uid, text: 'Text' })) } };
	};
	return { asked, send: send as never };
}

const reasons: string[] = [];
const unread = (row: IDataObject, reason: string) => {
	reasons.push(reason);
	return row;
};
beforeEach(() => (reasons.length = 0));

/** Completes the rows of a list page by page, as a file does. */
async function inPages(rows: IDataObject[], send: never) {
	const reads = new ExactReads();
	const completed: IDataObject[] = [];
	for (const page of chunksOf(rows, 150))
		completed.push(...(await completeRows(page, { send }, TEXTS, { unread, reads })));
	return completed;
}

/** Rows, requests if exact reads have what they lack, and if all of them fail. */
it.each([
	[0, 0, 0],
	[1, 1, 1],
	[10, 1, 1],
	[100, 10, 4],
	[1000, 100, 4],
	[100_000, 10_000, 4],
])('of %i rows take %i requests, %i if they fail', async (count, requests, failing) => {
	const rows = rowsOf(count);
	const good = service();
	const completed = await inPages(rows, good.send);
	expect(completed).toEqual(rows.map((row) => ({ ...row, text: 'Text' })));
	expect(good.asked).toHaveLength(requests);
	const bad = service(() => true);
	expect(await inPages(rows, bad.send)).toEqual(rows);
	expect(bad.asked).toHaveLength(failing);
	expect(reasons).toEqual(rows.map(() => 'No'));
});

it('reads each object once, however often and at the same time rows have it', async () => {
	const { asked, send } = service();
	const reads = new ExactReads();
	const rows = [...rowsOf(15), ...rowsOf(15)];
	const lists = await Promise.all(
		[rows, rows.slice(3), rows].map(
			async (list) => await completeRows(list, { send }, TEXTS, { unread, reads }),
		),
	);
	expect(lists.flat()).toHaveLength(87);
	for (const row of lists.flat()) expect(row.text).toBe('Text');
	expect(asked.map(({ length }) => length)).toEqual([10, 5]);
});

it('goes on after the failure of a single row, and after one that a request names', async () => {
	const { asked, send } = service((uid) => uid === 'rec_0' || uid === 'rec_3', 400);
	const reads = new ExactReads();
	const all = rowsOf(30);
	await completeRows(all.slice(0, 1), { send }, TEXTS, { unread, reads });
	const completed = await completeRows(all.slice(1), { send }, TEXTS, { unread, reads });
	expect(completed.filter(({ text }) => text === undefined)).toEqual([{ record_uid: 'rec_3' }]);
	expect(reasons).toEqual(['No', 'No']);
	expect(asked.flat()).toContain('rec_29');
});

it('throws the failure where rows must be whole', async () => {
	const { send } = service((uid) => uid === 'rec_12');
	await expect(completeRows(rowsOf(20), { send }, TEXTS)).rejects.toThrow('No');
});

it('forgets what it has read where there is too much of it', async () => {
	const restore = overrideLimits({ maxKnownObjects: 10 });
	const { asked, send } = service();
	const reads = new ExactReads();
	for (const part of [rowsOf(10), rowsOf(10)])
		await completeRows(part, { send }, TEXTS, { unread, reads });
	expect(asked).toHaveLength(2);
	restore();
});
