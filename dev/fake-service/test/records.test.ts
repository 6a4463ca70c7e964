import { useFakeService } from '../fakeService';
import type { StoredRecord } from '../../areas/Records/data';

const { service, a } = useFakeService();

const stored = () => [...service.account('a').records.values()];
const topics = () => [...service.account('a').topics.values()];
const uids = (rows: Array<{ record_uid: string }>) => rows.map((row) => row.record_uid).sort();

describe('topics', () => {
	it('are listed if they are valid, with their parents and paths', async () => {
		const { rows } = await a.scan('/record/containers/list', { limit: 4 });
		const valid = topics().filter((topic) => topic.valid);
		expect(rows).toHaveLength(valid.length);
		expect(rows).toContainEqual({
			container: { kind: 'topic', topic_uid: expect.any(String) },
			parent_topic_uid: expect.any(String),
			title: 'Glazes',
			display_path: 'Work / Kiln Studio / Glazes',
			...(valid.find(({ title }) => title === 'Glazes')!.created_at
				? { created_at: expect.any(Number) }
				: {}),
		});
		const root = rows.find(({ title }) => title === 'Work');
		expect(root).not.toHaveProperty('parent_topic_uid');
	});

	it('are found by name or path, exact names first', async () => {
		const find = async (query: string) => {
			const items = [{ item_id: 'x', query, limit: 10 }];
			const answer = await a.data('/record/containers/resolve', { items });
			return answer.items[0].candidates.map(
				(topic: { display_path: string }) => topic.display_path,
			);
		};
		expect(new Set(await find('ideas'))).toEqual(
			new Set(['Work / Workshops / Ideas', 'Home / Ideas']),
		);
		expect(await find('home/ideas')).toEqual(['Home / Ideas']);
		expect((await find('Home'))[0]).toBe('Home');
		expect(await find('Old Studio')).toEqual([]);
		expect(await find('海')).toEqual(['旅行 / 海边']);
	});
});

describe('the timeline', () => {
	const read = async (body: object) =>
		(await a.scan<StoredRecord>('/record/timeline/query', { limit: 150, ...body })).rows;

	it('sorts from new to old, or from old to new', async () => {
		const down = (await read({})).map(({ send_at }) => send_at);
		expect(down).toEqual([...down].sort((x, y) => y - x));
		const up = (await read({ order: 'asc' })).map(({ send_at }) => send_at);
		expect(up).toEqual([...down].reverse());
	});

	it('has pages of 50 by default', async () => {
		expect((await a.data('/record/timeline/query')).items).toHaveLength(50);
	});

	it('includes both bounds', async () => {
		const [last, , middle, , first] = await read({ limit: 5 });
		const rows = await read({ start_at: middle.send_at, end_at: last.send_at });
		expect(rows.some(({ record_uid }) => record_uid === last.record_uid)).toBe(true);
		expect(rows.some(({ record_uid }) => record_uid === middle.record_uid)).toBe(true);
		expect(rows.some(({ send_at }) => send_at === first.send_at)).toBe(
			first.send_at === middle.send_at,
		);
		expect(await read({ start_at: last.send_at + 1 })).toEqual([]);
	});

	it('shows protected records without text, and no deleted or hidden ones', async () => {
		const rows = await read({});
		const listed = stored().filter(({ state }) => ['available', 'protected'].includes(state));
		expect(uids(rows)).toEqual(uids(listed));
		for (const row of rows.filter(({ state }) => state === 'protected')) {
			expect(row).not.toHaveProperty('title');
			expect(row).not.toHaveProperty('text_content');
		}
	});

	it('may omit the container', async () => {
		const rows = await read({});
		expect(rows.some(({ container }) => container)).toBe(true);
		expect(rows.some(({ state, container }) => state === 'available' && !container)).toBe(true);
	});

	it('filters by creators, origins and a container', async () => {
		const me = service.account('a').profile.user_ref;
		const mine = await read({ creator_user_refs: [me, 'nobody'] });
		expect(new Set(mine.map((row) => row.creator_user_ref))).toEqual(new Set([me]));
		const chats = await read({ origins: ['private_chat', 'group_chat'] });
		expect(new Set(chats.map((row) => row.origin))).toEqual(
			new Set(['private_chat', 'group_chat']),
		);
		const { topic_uid } = topics().find(({ title }) => title === 'Garden')!;
		const container = { kind: 'topic' as const, topic_uid };
		expect(uids(await read({ container }))).toEqual(
			uids(
				stored().filter(
					(row) =>
						['available', 'protected'].includes(row.state) &&
						row.container.kind === 'topic' &&
						row.container.topic_uid === topic_uid,
				),
			),
		);
		const unclassified = await read({ container: { kind: 'unclassified' } });
		const all = new Map(stored().map((row) => [row.record_uid, row]));
		expect(unclassified.length).toBeGreaterThan(0);
		for (const { record_uid } of unclassified) {
			expect(all.get(record_uid)!.container.kind).toBe('unclassified');
		}
		expect(uids(await read({ container: null }))).toEqual(uids(await read({})));
	});

	it('returns nothing for empty filters and unknown targets', async () => {
		expect(await read({ origins: [] })).toEqual([]);
		expect(await read({ creator_user_refs: [] })).toEqual([]);
		expect(await read({ container: { kind: 'topic', topic_uid: 'none' } })).toEqual([]);
		expect(await read({ start_at: 9e12, end_at: 1 })).toEqual([]);
	});
});

describe('reading records by UID', () => {
	it('answers in input order, with the state of each record', async () => {
		const of = (state: string) => stored().find((row) => row.state === state)!;
		const available = stored().find((row) => row.state === 'available' && row.title)!;
		const record_uids = [
			of('hidden').record_uid,
			available.record_uid,
			'none',
			of('protected').record_uid,
			of('deleted').record_uid,
			available.record_uid,
		];
		const { items } = await a.data('/record/records/batch-get', { record_uids });
		const full = {
			record_uid: available.record_uid,
			state: 'available',
			creator_user_ref: available.creator_user_ref,
			origin: available.origin,
			title: available.title,
			text_content: available.text_content,
			send_at: available.send_at,
			version: available.version,
			container: available.container,
		};
		expect(items).toEqual([
			{ record_uid: record_uids[0], state: 'hidden' },
			full,
			{ record_uid: 'none', state: 'missing' },
			{
				record_uid: record_uids[3],
				state: 'protected',
				creator_user_ref: expect.any(String),
				origin: expect.any(String),
				send_at: expect.any(Number),
			},
			{ record_uid: record_uids[4], state: 'deleted' },
			full,
		]);
	});
});
