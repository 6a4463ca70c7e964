import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';

import { iso } from '../support/times';
import { jsonOf, linksOf, useService } from '../support/useService';
import { peopleById } from '../../dev/contract/choices';

const NOW = Date.parse('2026-06-15T12:00:00Z');
const fixture = useService({ now: NOW, size: { records: 2000 } });

const getRecords = (parameters: IDataObject = {}) => ({
	node: 'svcRecords',
	parameters: { resource: 'record', operation: 'getAll', ...parameters } as never,
});
const getTopics = (parameters: IDataObject = {}) => ({
	node: 'svcRecords',
	parameters: { resource: 'topic', operation: 'getAll', ...parameters } as never,
});

/** The records that the service lists, newest first. */
function listed() {
	return [...fixture.service.account('a').records.values()]
		.filter(({ state }) => state === 'available' || state === 'protected')
		.sort((a, b) => b.send_at - a.send_at || (a.record_uid < b.record_uid ? 1 : -1));
}

/** The requests of the list, without those that read the topics of its records. */
const listRequests = () => fixture.asked('queryRecordTimeline');
const uids = (items: Parameters<typeof jsonOf>[0]) => jsonOf(items).map((row) => row.record_uid);
const totalOf = (values: unknown[]) => new Set(values).size;

describe('Record > Get Many', () => {
	it('returns all records once, newest first, over full pages', async () => {
		const { items } = await fixture.run(getRecords({ returnAll: true }));
		expect(uids(items)).toEqual(listed().map(({ record_uid }) => record_uid));
		expect(listRequests().map(({ limit }) => limit)).toEqual(listRequests().map(() => 150));
		expect(listRequests().length).toBe(Math.ceil(listed().length / 150));
	});

	it('returns all records over empty and short pages, and sends the filters with every page', async () => {
		fixture.service.paging = 'irregular';
		const filters = { origins: ['self', 'topic'] };
		const { items } = await fixture.run(
			getRecords({
				returnAll: true,
				period: 'custom',
				after: '2026-03-01',
				filters,
				options: { order: 'asc' },
			}),
		);
		const start = Date.parse('2026-03-01T00:00:00Z');
		const expected = listed()
			.filter(({ send_at, origin }) => send_at >= start && ['self', 'topic'].includes(origin))
			.map(({ record_uid }) => record_uid)
			.reverse();
		expect(uids(items)).toEqual(expected);
		const sent = listRequests();
		const sizes = await pageSizes();
		expect(sizes.length).toBeGreaterThanOrEqual(3);
		expect(sizes[0]).toBe(0);
		expect(sizes.slice(1, -1)).toContain(0);
		for (const body of sent) {
			expect(body).toMatchObject({ origins: ['self', 'topic'], order: 'asc' });
			// Later parts of a list with so many pages start later
			expect(body.start_at).toBeGreaterThanOrEqual(start);
		}
		expect(totalOf(sent.map((body) => JSON.stringify(body)))).toBe(sent.length);
	});

	it('stops exactly at Limit and requests no more than is missing', async () => {
		fixture.service.paging = 'irregular';
		const { items } = await fixture.run(getRecords({ limit: 120 }));
		expect(uids(items)).toEqual(
			listed()
				.slice(0, 120)
				.map(({ record_uid }) => record_uid),
		);
		const sent = listRequests();
		const sizes = await pageSizes();
		let missing = 120;
		for (const [i, { limit }] of sent.entries()) {
			expect(limit).toBe(missing);
			missing -= sizes[i];
		}
		expect(missing).toBe(0);
	});

	it('requests one page of 50 by default', async () => {
		const { items } = await fixture.run(getRecords());
		expect(items).toHaveLength(50);
		expect(listRequests()).toEqual([{ limit: 50 }]);
	});

	it('returns separate records for each input item and links them to it', async () => {
		const [first, second] = [listed()[40].send_at, listed()[200].send_at];
		const { items } = await fixture.run({
			...getRecords({
				returnAll: true,
				period: 'custom',
				after: '={{ $json.at }}',
				before: '={{ $json.at + 1 }}',
			}),
			items: [{ at: first }, { at: second }],
		});
		const at = (time: number) => listed().filter(({ send_at }) => send_at === time).length;
		expect(linksOf(items)).toEqual([
			...Array<number>(at(first)).fill(0),
			...Array<number>(at(second)).fill(1),
		]);
		expect(jsonOf(items).map(({ send_at }) => send_at)).toEqual(
			linksOf(items).map((item) => iso(item === 0 ? first : second)),
		);
	});

	it('includes the moment of After and excludes the moment of Before', async () => {
		const [newest, oldest] = [listed()[10].send_at, listed()[20].send_at];
		const { items } = await fixture.run(
			getRecords({ returnAll: true, period: 'custom', after: oldest, before: newest }),
		);
		const expected = listed().filter(({ send_at }) => send_at >= oldest && send_at < newest);
		expect(expected.length).toBeGreaterThan(0);
		expect(uids(items)).toEqual(expected.map(({ record_uid }) => record_uid));
	});

	it("reads a date without a time zone in the workflow's time zone", async () => {
		await fixture.run({
			...getRecords({ period: 'custom', after: '2026-01-15T10:00:00' }),
			timezone: 'America/New_York',
		});
		expect(listRequests()).toEqual([{ start_at: Date.parse('2026-01-15T15:00:00Z'), limit: 50 }]);
	});

	it('accepts user references as text with commas and as an array', async () => {
		const [one, two] = [...fixture.service.account('a').people.keys()];
		for (const both of [`${one}, ${two}`, `={{ ["${one}", "${two}"] }}`]) {
			await fixture.run(getRecords({ filters: { creators: peopleById(both) } }));
		}
		expect(listRequests()).toEqual([
			{ creator_user_refs: [one, two], limit: 50 },
			{ creator_user_refs: [one, two], limit: 50 },
		]);
	});

	it('leaves out empty filters with Ignore Empty Filters', async () => {
		await fixture.run(
			getRecords({
				filters: { origins: [], creators: peopleById('={{ $json.nothing }}') },
				options: { ignoreEmptyFilters: true },
			}),
		);
		expect(listRequests()).toEqual([{ limit: 50 }]);
	});

	it('lists one topic', async () => {
		const { container } = listed().find((record) => record.container.kind === 'topic')!;
		const topic = { __rl: true, mode: 'id', value: (container as { topic_uid: string }).topic_uid };
		const { items } = await fixture.run(getRecords({ returnAll: true, container: 'topic', topic }));
		expect(listRequests()[0]).toEqual({ container, limit: 150 });
		expect(items.length).toBe(
			listed().filter((record) => JSON.stringify(record.container) === JSON.stringify(container))
				.length,
		);
	});

	it('lists the unclassified records', async () => {
		const { items } = await fixture.run(getRecords({ returnAll: true, container: 'unclassified' }));
		expect(listRequests()[0]).toEqual({ container: { kind: 'unclassified' }, limit: 150 });
		expect(items.length).toBe(
			listed().filter(({ container }) => container.kind === 'unclassified').length,
		);
	});

	it('returns no item if there are no records', async () => {
		const { items, error } = await fixture.run(
			getRecords({ returnAll: true, period: 'custom', before: '2001-01-01' }),
		);
		expect(items).toEqual([]);
		expect(error).toBeUndefined();
	});
});

describe('Topic > Get Many', () => {
	it('returns all valid topics over irregular pages', async () => {
		fixture.service.paging = 'irregular';
		const { items } = await fixture.run(getTopics({ returnAll: true }));
		const valid = [...fixture.service.account('a').topics.values()].filter(({ valid }) => valid);
		expect(
			jsonOf(items)
				.map(({ topic_name }) => topic_name)
				.sort(),
		).toEqual(valid.map(({ title }) => title).sort());
		expect(fixture.bodies.every(({ limit }) => limit === 100)).toBe(true);
	});

	it('stops at Limit', async () => {
		const { items } = await fixture.run(getTopics({ limit: 3 }));
		expect(items).toHaveLength(3);
		expect(fixture.bodies).toEqual([{ limit: 3 }]);
	});
});

/** Number of rows of each request of the test, read from the service again. */
async function pageSizes(): Promise<number[]> {
	const sent = fixture.requests
		.filter(({ operation }) => operation === 'queryRecordTimeline')
		.map(({ path, body }) => ({ path, body: body as object }));
	const sizes: number[] = [];
	for (const { path, body } of sent) {
		const { data } = await axios.post<{ data: { items: unknown[] } }>(
			fixture.service.url + path,
			body,
			{ headers: { Authorization: `Bearer ${fixture.service.keys.a}` } },
		);
		sizes.push(data.data.items.length);
	}
	return sizes;
}

it('reads a record once for several items', async () => {
	const [one, two] = listed().map(({ record_uid }) => record_uid);
	const { items } = await fixture.run({
		node: 'svcRecords',
		parameters: {
			resource: 'record',
			operation: 'get',
			record: { __rl: true, mode: 'id', value: '={{ $json.uid }}' },
		},
		items: [one, two, one].map((uid) => ({ uid })),
	});
	expect(fixture.asked('batchGetRecords')).toEqual([{ record_uids: [one, two] }]);
	expect(uids(items)).toEqual([one, two, one]);
	expect(linksOf(items)).toEqual([0, 1, 2]);
});
