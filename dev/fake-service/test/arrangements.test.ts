import { useFakeService } from '../fakeService';
import type { StoredArrangement } from '../../areas/Arrangements/data';

const now = Date.UTC(2026, 5, 1);
const { service, a } = useFakeService({ now });

const rows = () => service.account('a').arrangements;
const live = () => [...rows().values()].filter(({ status }) => status !== 'deleted');
const uids = (list: Array<{ arrangement_uid: string }>) => list.map((row) => row.arrangement_uid);
const query = async (body: object = {}) =>
	(await a.scan<StoredArrangement>('/arrangement/query', { limit: 7, ...body })).rows;
const write = async (operation: string, facts: object) =>
	(await a.data(`/arrangement/${operation}`, { items: [{ item_id: 'x', ...facts }] })).items[0];

function sample(facts: Partial<StoredArrangement> = {}): StoredArrangement {
	const row: StoredArrangement = {
		arrangement_uid: `arr_${rows().size}`,
		title: 'Old',
		description: 'Old description',
		status: 'identified',
		due_at: 5000,
		reminder_enabled: false,
		version: 3,
		created_at: 1000,
		updated_at: 2000,
		record_uids: [],
		...facts,
	};
	rows().set(row.arrangement_uid, row);
	return row;
}

describe('querying arrangements', () => {
	it('lists all arrangements that are not deleted, latest update first', async () => {
		const list = await query();
		const expected = live().sort(
			(x, y) => y.updated_at - x.updated_at || (x.arrangement_uid < y.arrangement_uid ? -1 : 1),
		);
		expect(uids(list)).toEqual(uids(expected));
		expect(list[0]).not.toHaveProperty('record_uids');
	});

	it('sorts by due time if a due range is given, both bounds inclusive', async () => {
		const expected = live()
			.filter((row) => row.due_at !== undefined)
			.sort(
				(x, y) =>
					x.due_at! - y.due_at! ||
					y.updated_at - x.updated_at ||
					(x.arrangement_uid < y.arrangement_uid ? -1 : 1),
			);
		expect(uids(await query({ due_start_at: 0 }))).toEqual(uids(expected));
		expect(uids(await query({ due_end_at: 9e12 }))).toEqual(uids(expected));
		const [first, last] = [expected[3].due_at!, expected[9].due_at!];
		const inRange = expected.filter(({ due_at }) => due_at! >= first && due_at! <= last);
		expect(uids(await query({ due_start_at: first, due_end_at: last }))).toEqual(uids(inRange));
	});

	it('sorts equal due times by latest update, then by identifier', async () => {
		rows().clear();
		sample({ arrangement_uid: 'c', updated_at: 1 });
		sample({ arrangement_uid: 'b', updated_at: 1 });
		sample({ arrangement_uid: 'a', updated_at: 0 });
		sample({ arrangement_uid: 'd', updated_at: 9 });
		expect(uids(await query({ due_start_at: 0, limit: 1 }))).toEqual(['d', 'b', 'c', 'a']);
		expect(uids(await query({ limit: 1 }))).toEqual(['d', 'b', 'c', 'a']);
	});

	it('includes both bounds of the update range, and combines it with statuses', async () => {
		const list = await query();
		const [from, to] = [list[12].updated_at, list[4].updated_at];
		const range = { updated_start_at: from, updated_end_at: to };
		const inRange = list.filter(({ updated_at }) => updated_at >= from && updated_at <= to);
		expect(uids(await query(range))).toEqual(uids(inRange));
		expect(uids(await query({ ...range, statuses: ['following'] }))).toEqual(
			uids(inRange.filter(({ status }) => status === 'following')),
		);
	});

	it('filters by status, identifier, topic and related record', async () => {
		const all = live();
		const { topic_uid } = all.find((row) => row.topic_uid)!;
		const [record_uid] = all.find((row) => row.record_uids.length > 0)!.record_uids;
		const expectFound = async (body: object, keep: (row: StoredArrangement) => boolean) =>
			expect(uids(await query(body)).sort()).toEqual(uids(all.filter(keep)).sort());
		await expectFound({ statuses: ['completed', 'identified'] }, (row) =>
			['completed', 'identified'].includes(row.status),
		);
		await expectFound({ statuses: [] }, () => false);
		await expectFound({ topic_uid }, (row) => row.topic_uid === topic_uid);
		await expectFound({ record_uid }, (row) => row.record_uids.includes(record_uid));
		const deleted = [...rows().values()].find(({ status }) => status === 'deleted')!;
		const arrangement_uids = ['none', all[2].arrangement_uid, deleted.arrangement_uid];
		await expectFound({ arrangement_uids }, (row) => row === all[2]);
	});
});

describe('reading arrangements by UID', () => {
	it('answers in input order and includes deleted ones', async () => {
		const deleted = sample({ status: 'deleted' });
		const arrangement_uids = ['none', deleted.arrangement_uid];
		const { items } = await a.data('/arrangement/batch-get', { arrangement_uids });
		const { record_uids: _records, ...facts } = deleted;
		expect(items).toEqual([
			{ arrangement_uid: 'none', found: false, arrangement: null },
			{ arrangement_uid: deleted.arrangement_uid, found: true, arrangement: facts },
		]);
	});
});

describe('creating arrangements', () => {
	const create = (facts: object = {}) =>
		write('create', { idempotency_key: 'k', title: 'Fire the kiln', ...facts });

	it('returns all fields of the new arrangement', async () => {
		const { topic_uid } = [...service.account('a').topics.values()].find(({ valid }) => valid)!;
		service.advance(1234);
		expect(await create({ topic_uid, due_at: 7000, description: 'Slowly' })).toEqual({
			item_id: 'x',
			status: 'succeeded',
			arrangement: {
				arrangement_uid: expect.any(String),
				title: 'Fire the kiln',
				description: 'Slowly',
				status: 'identified',
				topic_uid,
				due_at: 7000,
				reminder_enabled: false,
				version: 1,
				created_at: now + 1234,
				updated_at: now + 1234,
			},
		});
	});

	it('returns the current state of the same arrangement for the same key and content', async () => {
		const { arrangement } = await create();
		const { arrangement_uid } = arrangement;
		await write('delete', { arrangement_uid, expected_status: 'identified' });
		const size = rows().size;
		expect(await create()).toMatchObject({
			status: 'succeeded',
			arrangement: { arrangement_uid, status: 'deleted' },
		});
		expect(rows().size).toBe(size);
	});

	it('refuses the whole batch for one bad item', async () => {
		await create();
		const size = rows().size;
		const good = { item_id: 'good', idempotency_key: 'good', title: 'x' };
		const bad = { item_id: 'bad', idempotency_key: 'bad', title: 'x' };
		for (const [facts, field] of [
			[{ title: '' }, 'title'],
			[{ title: '釉'.repeat(201) }, 'title'],
			[{ topic_uid: 'none' }, 'topic_uid'],
			[{ idempotency_key: 'k' }, 'idempotency_key'],
		] as const) {
			const items = [good, { ...bad, ...facts }];
			expect(await a.refusal('/arrangement/create', { items })).toMatch(`items[1].${field}`);
		}
		expect(rows().size).toBe(size);
	});
});

describe('updating arrangements', () => {
	it('keeps fields that are omitted or null, clears fields that are empty or 0', async () => {
		const { arrangement_uid } = sample();
		const first = await write('update', {
			arrangement_uid,
			expected_version: 3,
			title: 'New',
			description: null,
		});
		expect(first).toMatchObject({
			status: 'succeeded',
			arrangement: {
				title: 'New',
				description: 'Old description',
				due_at: 5000,
				version: 4,
				updated_at: now,
			},
		});
		const second = await write('update', {
			arrangement_uid,
			expected_version: 4,
			description: '',
			due_at: 0,
		});
		expect(second.arrangement).toMatchObject({ title: 'New', version: 5 });
		expect(second.arrangement).not.toHaveProperty('description');
		expect(second.arrangement).not.toHaveProperty('due_at');
	});

	it('succeeds with a stale version if the object already has the new values', async () => {
		const { arrangement_uid } = sample();
		const target = { arrangement_uid, expected_version: 3, title: 'New', due_at: 0 };
		const first = await write('update', target);
		expect(await write('update', target)).toEqual(first);
		expect(rows().get(arrangement_uid)!.version).toBe(4);
	});

	it('rejects a stale version and a missing arrangement', async () => {
		const { arrangement_uid } = sample();
		const gone = sample({ status: 'deleted' });
		const update = (uid: string, expected_version: number) =>
			write('update', { arrangement_uid: uid, expected_version, title: 'New' });
		const rejected = (reason: string) => ({
			item_id: 'x',
			status: 'rejected',
			reason,
			arrangement: null,
		});
		expect(await update(arrangement_uid, 2)).toEqual(rejected('version_changed'));
		expect(await update('none', 2)).toEqual(rejected('not_found'));
		expect(await update(gone.arrangement_uid, 3)).toEqual(rejected('not_found'));
		const [foreign] = service.account('b').arrangements.keys();
		expect(await update(foreign, 1)).toEqual(rejected('not_found'));
		expect(rows().get(arrangement_uid)).toMatchObject({ title: 'Old', version: 3 });
	});
});

describe('changing the status of arrangements', () => {
	const statuses = ['identified', 'following', 'completed'] as const;
	const allowed = [
		'identified following',
		'following identified',
		'following completed',
		'completed following',
	];

	it.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))(
		'from %s to %s follows the state table',
		async (from, to) => {
			const { arrangement_uid } = sample({ status: from });
			const item = { item_id: 'x', arrangement_uid, expected_status: from, target_status: to };
			const { status, data } = await a.post('/arrangement/transition', { items: [item] });
			if (allowed.includes(`${from} ${to}`)) {
				expect(data.data.items[0]).toMatchObject({
					status: 'succeeded',
					arrangement: { status: to, version: 4, updated_at: now },
				});
			} else {
				expect(status).toBe(400);
				expect(rows().get(arrangement_uid)!.status).toBe(from);
			}
		},
	);

	it('rejects an unexpected status, a repeated change and a missing arrangement', async () => {
		const { arrangement_uid } = sample();
		const change = (uid: string) =>
			write('transition', {
				arrangement_uid: uid,
				expected_status: 'identified',
				target_status: 'following',
			});
		expect(await change(arrangement_uid)).toMatchObject({ status: 'succeeded' });
		expect(await change(arrangement_uid)).toMatchObject({ reason: 'state_changed' });
		expect(await change('none')).toMatchObject({ reason: 'not_found' });
		expect(await change(sample({ status: 'deleted' }).arrangement_uid)).toMatchObject({
			reason: 'state_changed',
		});
	});
});

describe('deleting arrangements', () => {
	it.each(['identified', 'following', 'completed'] as const)('works from %s', async (status) => {
		const { arrangement_uid } = sample({ status });
		const item = { arrangement_uid, expected_status: status };
		expect(await write('delete', item)).toMatchObject({
			status: 'succeeded',
			arrangement: { arrangement_uid, status: 'deleted' },
		});
		expect(uids(await query())).not.toContain(arrangement_uid);
		expect(await write('delete', item)).toMatchObject({
			status: 'rejected',
			reason: 'state_changed',
		});
	});

	it('rejects a missing arrangement', async () => {
		expect(
			await write('delete', { arrangement_uid: 'none', expected_status: 'identified' }),
		).toMatchObject({ reason: 'not_found' });
	});
});
