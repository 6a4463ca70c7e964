import { useFakeService } from '../fakeService';
import { NOW, records, smallAccount } from './account';

/** Pages and cursors of all lists. */

const { service, a, b } = useFakeService({ now: NOW, story: smallAccount });

const list = 'queryRecordTimeline';
const read = async (body: object) => {
	const { items, next_page_cursor: page_cursor } = await a.data(list, body);
	const found = items.map(({ record_uid }: { record_uid: string }) => record_uid).join(' ');
	return { found, page_cursor };
};
/** Adds records r1, r2 and so on, the last of them the newest. */
const add = (count: number) => {
	const rows = Array.from({ length: count }, (_, i) => [`r${i + 1}`, { send_at: i + 1 }]);
	records(Object.fromEntries(rows))(service);
};

describe('cursors', () => {
	it('can be used again with another page size, and an empty one starts over', async () => {
		add(5);
		const { found, page_cursor } = await read({ limit: 1, page_cursor: '' });
		expect(found).toBe('r5');
		expect((await read({ limit: 2, page_cursor })).found).toBe('r4 r3');
		expect((await read({ limit: 9, page_cursor })).found).toBe('r4 r3 r2 r1');
	});

	it('neither repeat nor lose rows when other rows are added or removed between pages', async () => {
		add(5);
		const { page_cursor } = await read({ limit: 2 });
		records({ new: { send_at: 9 }, r3_tie: { send_at: 3 }, r4_tie: { send_at: 4 } })(service);
		service.account('a').records.delete('r4');
		expect((await read({ page_cursor })).found).toBe('r3_tie r3 r2 r1');
	});

	it('are valid only for the same account and operation', async () => {
		add(2);
		const { page_cursor } = await read({ limit: 1 });
		const message = /^page_cursor belongs to another account, operation/;
		expect(await b.refusal(list, { page_cursor })).toMatch(message);
		expect(await a.refusal('listRecordContainers', { page_cursor })).toMatch(message);
	});

	it('are valid for an item of any item_id and place', async () => {
		const ask = (...items: object[]) => a.data('resolveRecordContainers', { items });
		const item = { item_id: '1', query: 'home', limit: 1 };
		const { next_page_cursor: page_cursor } = (await ask(item)).items[0];
		const first = { item_id: '1', query: 'sea' };
		const { items } = await ask(first, { ...item, item_id: 'x', page_cursor });
		expect(items[1]).toMatchObject({ item_id: 'x', candidates: [{ title: 'Garden' }] });
	});

	it('cannot be forged or changed', async () => {
		add(2);
		const { page_cursor: cursor } = await read({ limit: 1 });
		const [payload, signature] = cursor.split('.');
		const forged = Buffer.from('{"to":"x","step":1,"after":null}').toString('base64url');
		for (const page_cursor of [
			...['2', ' ', cursor.slice(1), cursor.slice(0, -1), cursor.toLowerCase()],
			...[`${payload}.`, `${forged}.${signature}`, `${cursor}.${cursor}`, `${cursor}=`],
		]) {
			expect(await a.refusal(list, { page_cursor })).toMatch(/^page_cursor is not/);
		}
	});
});

it('pages have the number of rows that the contract has by default', async () => {
	add(51);
	expect((await a.data(list)).items).toHaveLength(50);
	expect((await a.data('queryWorldCandidates')).items).toHaveLength(20);
});

describe('irregular pages', () => {
	const pagesOf = async (end_at: number) => (await a.scan(list, { limit: 10, end_at })).pages;
	beforeEach(() => {
		service.paging = 'irregular';
		add(150);
	});

	it('are empty at first, empty or short in the middle, and sometimes empty in the end', async () => {
		const all = await Promise.all([30, 60, 90, 120, 150].map(pagesOf));
		const middles = all.flatMap((pages) => pages.slice(1, -1));
		const lasts = all.map((pages) => pages.at(-1));
		expect(all.map(([first]) => first)).toEqual([0, 0, 0, 0, 0]);
		expect(middles).toContain(0);
		expect(middles.some((length) => length > 1 && length < 10)).toBe(true);
		// Never two in a row
		for (const pages of all) expect(`,${pages},`).not.toContain(',0,0,');
		expect(lasts).toContain(0);
		expect(lasts.some((length) => length! > 0)).toBe(true);
		expect(await pagesOf(0)).toEqual([0, 0]);
		expect(await pagesOf(90)).toEqual(all[2]);
	});

	it('can be turned on or off for one operation', async () => {
		const lengthOf = async (operation: string) => (await a.data(operation)).items.length;
		service.pagingOf[list] = 'plain';
		expect([await lengthOf(list), await lengthOf('queryBots')]).toEqual([50, 0]);
		service.paging = 'plain';
		service.pagingOf[list] = 'irregular';
		expect([await lengthOf(list), await lengthOf('queryBots')]).toEqual([0, 2]);
	});
});
