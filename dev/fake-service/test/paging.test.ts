import { useFakeService } from '../fakeService';
import type { StoredRecord } from '../../areas/Records/data';

const { service, a, b } = useFakeService({ now: Date.UTC(2026, 5, 1) });

const timeline = '/record/timeline/query';
const uids = (rows: Array<{ record_uid: string }>) => rows.map((row) => row.record_uid);

/** Creates a record that appears in lists. */
function add(send_at: number, record_uid: string): StoredRecord {
	const record: StoredRecord = {
		record_uid,
		state: 'available',
		creator_user_ref: service.account('a').profile.user_ref,
		origin: 'self',
		text_content: 'x',
		send_at,
		version: 1,
		container: { kind: 'unclassified' },
	};
	service.account('a').records.set(record_uid, record);
	return record;
}

describe('cursors', () => {
	it('lead through all rows, even if the page size changes', async () => {
		const { rows } = await a.scan(timeline, { limit: 150 });
		const first = await a.data(timeline, { limit: 7 });
		const second = await a.data(timeline, { limit: 20, page_cursor: first.next_page_cursor });
		expect([...first.items, ...second.items]).toEqual(rows.slice(0, 27));
	});

	it('can be used again, and an empty one starts over', async () => {
		const first = await a.data(timeline, { limit: 5, page_cursor: '' });
		const again = { limit: 5, page_cursor: first.next_page_cursor };
		expect(await a.data(timeline, again)).toEqual(await a.data(timeline, again));
	});

	it('are valid only with the same filters, operation and account', async () => {
		const { next_page_cursor: page_cursor } = await a.data(timeline, { limit: 5, end_at: 9e12 });
		expect((await a.post(timeline, { end_at: 9e12, page_cursor })).status).toBe(200);
		for (const body of [{}, { end_at: 8e12 }, { end_at: 9e12, order: 'asc' }]) {
			expect(await a.refusal(timeline, { ...body, page_cursor })).toMatch(
				/^page_cursor belongs to another/,
			);
		}
		const { next_page_cursor } = await a.data(timeline, { limit: 5 });
		expect((await b.post(timeline, { page_cursor: next_page_cursor })).status).toBe(400);
		const topics = { page_cursor: next_page_cursor };
		expect((await a.post('/record/containers/list', topics)).status).toBe(400);
	});

	it('cannot be forged or changed', async () => {
		const { next_page_cursor: cursor } = await a.data(timeline, { limit: 5 });
		const [payload, signature] = cursor.split('.');
		const forged = Buffer.from('{"to":"x","step":1,"after":null}').toString('base64url');
		for (const page_cursor of [
			'2',
			' ',
			cursor.slice(1),
			cursor.slice(0, -1),
			cursor.toLowerCase(),
			encodeURIComponent(`${cursor}=`),
			`${payload}.`,
			`${forged}.${signature}`,
			`${cursor}.${cursor}`,
		]) {
			expect(await a.refusal(timeline, { page_cursor })).toMatch(/^page_cursor is not/);
		}
	});

	it('of an item are valid for its query, regardless of item_id and position', async () => {
		const path = '/record/containers/resolve';
		const ask = (...items: object[]) => a.post(path, { items });
		const { data } = await ask({ item_id: '1', query: 'o', limit: 1 });
		const page_cursor = data.data.items[0].next_page_cursor;
		const other = { item_id: 'z', query: 'home' };
		const next = await ask(other, { item_id: '2', query: 'o', limit: 3, page_cursor });
		expect(next.data.data.items[1]).toMatchObject({ item_id: '2' });
		const wrong = await ask(other, { item_id: '1', query: 'oo', page_cursor });
		expect(wrong.status).toBe(400);
		expect(wrong.data.message).toMatch(/^items\[1\]\.page_cursor/);
	});

	it('neither repeat nor lose rows when other rows are added or removed between pages', async () => {
		service.account('a').records.clear();
		for (let i = 0; i < 10; i++) add(1000 + i, `rec_${i}`);
		const first = await a.data(timeline, { limit: 4 });
		add(2000, 'rec_new');
		service.account('a').records.delete('rec_6');
		add(1002, 'rec_tie');
		const { page_cursor, ...rest } = { page_cursor: first.next_page_cursor, limit: 100 };
		const second = await a.data(timeline, { ...rest, page_cursor });
		expect(uids(first.items)).toEqual(['rec_9', 'rec_8', 'rec_7', 'rec_6']);
		expect(uids(second.items)).toEqual([
			'rec_5',
			'rec_4',
			'rec_3',
			'rec_tie',
			'rec_2',
			'rec_1',
			'rec_0',
		]);
	});

	it('separate rows with the same time', async () => {
		service.account('a').records.clear();
		for (let i = 0; i < 9; i++) add(1000, `rec_${i}`);
		for (const order of ['asc', 'desc']) {
			const { rows, pages } = await a.scan(timeline, { limit: 2, order });
			expect(new Set(uids(rows)).size).toBe(9);
			expect(pages).toEqual([2, 2, 2, 2, 1]);
		}
	});
});

describe('irregular paging', () => {
	it.each([
		[timeline, { limit: 20 }],
		[timeline, { limit: 1, order: 'asc', origins: ['group_chat'] }],
		['/record/containers/list', { limit: 3 }],
		['/record/search', { keyword: 'kiln', limit: 4 }],
		['/arrangement/query', { limit: 5 }],
	])('of %s with %j returns the same rows', async (path, body) => {
		const plain = await a.scan(path, body);
		service.paging = 'irregular';
		const irregular = await a.scan(path, body);
		expect(irregular.rows).toEqual(plain.rows);
		expect(irregular.pages[0]).toBe(0);
		expect(Math.max(...irregular.pages)).toBeLessThanOrEqual(body.limit);
		expect(irregular).toEqual(await a.scan(path, body));
	});

	it('has empty and short pages in the middle, and sometimes an empty last page', async () => {
		service.paging = 'irregular';
		const lasts = [];
		const middles = [];
		for (const origin of ['self', 'topic', 'private_chat', 'group_chat']) {
			const { pages } = await a.scan(timeline, { limit: 10, origins: [origin] });
			middles.push(...pages.slice(1, -1));
			lasts.push(pages[pages.length - 1]);
		}
		expect(middles).toContain(0);
		expect(middles.some((length) => length > 0 && length < 10)).toBe(true);
		expect(lasts).toContain(0);
		expect(lasts.some((length) => length > 0)).toBe(true);
	});

	it('can start with an empty page', async () => {
		service.paging = 'irregular';
		expect((await a.scan(timeline, { end_at: 0 })).pages).toEqual([0, 0]);
	});

	it('can be turned on or off for one operation', async () => {
		service.pagingOf.queryRecordTimeline = 'irregular';
		expect((await a.data(timeline)).items).toEqual([]);
		expect((await a.data('/arrangement/query')).items).not.toEqual([]);
		service.paging = 'irregular';
		service.pagingOf.queryRecordTimeline = 'plain';
		expect((await a.data(timeline)).items).not.toEqual([]);
		expect((await a.data('/arrangement/query')).items).toEqual([]);
	});

	it('pages each item of a resolve operation separately', async () => {
		const read = async () => {
			const open = new Map([
				['1', { item_id: '1', query: 'a', limit: 2 }],
				['2', { item_id: '2', query: 'Ada Fields', limit: 2 }],
				['3', { item_id: '3', query: 'nobody is called so' }],
			]);
			const found: Record<string, string[]> = { 1: [], 2: [], 3: [] };
			let rounds = 0;
			for (; open.size > 0; rounds++) {
				const { items } = await a.data('/people/resolve', { items: [...open.values()] });
				for (const { item_id, candidates, has_more, next_page_cursor } of items) {
					found[item_id].push(...candidates.map((person: { user_ref: string }) => person.user_ref));
					if (has_more) Object.assign(open.get(item_id)!, { page_cursor: next_page_cursor });
					else open.delete(item_id);
				}
			}
			return { found, rounds };
		};
		const plain = await read();
		service.paging = 'irregular';
		const irregular = await read();
		expect(plain.found[2]).toHaveLength(3);
		expect(plain.found[3]).toEqual([]);
		expect(irregular.found).toEqual(plain.found);
		expect(irregular.rounds).toBeGreaterThan(plain.rounds);
	});
});
