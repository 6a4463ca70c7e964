import { createClient } from './client';
import { useFakeService } from '../fakeService';
import type { StoredRecord } from '../../areas/Records/data';

const { service, a } = useFakeService();

const records = () => service.account('a').records;
const topic = (title: string) =>
	[...service.account('a').topics.values()].find((row) => row.title === title)!.topic_uid;
const inTopic = (title: string) => ({ kind: 'topic' as const, topic_uid: topic(title) });
const unclassified = { kind: 'unclassified' as const };

/** A record that may be changed, with the given version, and records that may not. */
function sample(facts: Partial<StoredRecord> = {}): StoredRecord {
	const record: StoredRecord = {
		record_uid: `rec_${records().size}`,
		state: 'available',
		creator_user_ref: service.account('a').profile.user_ref,
		origin: 'self',
		title: 'Old title',
		text_content: 'Old text',
		send_at: 1000,
		version: 3,
		container: unclassified,
		...facts,
	};
	records().set(record.record_uid, record);
	return record;
}
const untouchable = () => [
	{ record: { record_uid: 'none' }, reason: 'record_not_found' },
	{ record: sample({ creator_user_ref: 'usr_other' }), reason: 'not_self_created' },
	{ record: sample({ state: 'protected' }), reason: 'protected' },
	{ record: sample({ state: 'deleted' }), reason: 'not_active' },
	{ record: sample({ state: 'hidden' }), reason: 'not_active' },
	{ record: sample({ locked: true }), reason: 'invalid_record_state' },
];

describe('creating records', () => {
	const path = '/record/records/create';
	const item = (i: number, facts: object = {}) => ({
		item_id: `i${i}`,
		idempotency_key: `key-${i}`,
		text_content: `Text ${i}`,
		send_at: 5000 + i,
		...facts,
	});

	it('creates records in their containers, in input order', async () => {
		const { items } = await a.data(path, {
			items: [
				item(1, { title: 'T', container: inTopic('Garden') }),
				item(2, { container: null }),
				item(3, { container: unclassified }),
			],
		});
		expect(items).toEqual([
			{ item_id: 'i1', record_uid: expect.any(String), container: inTopic('Garden') },
			{ item_id: 'i2', record_uid: expect.any(String), container: unclassified },
			{ item_id: 'i3', record_uid: expect.any(String), container: unclassified },
		]);
		expect(records().get(items[0].record_uid)).toMatchObject({
			state: 'available',
			creator_user_ref: service.account('a').profile.user_ref,
			title: 'T',
			text_content: 'Text 1',
			send_at: 5001,
			version: 1,
		});
	});

	it('returns the same record for the same key and content, in its current container', async () => {
		const first = await a.data(path, { items: [item(1)] });
		const { record_uid } = first.items[0];
		const move = {
			item_id: 'm',
			record_uid,
			expected_container: unclassified,
			destination: inTopic('Reading'),
		};
		await a.data('/record/records/move', { items: [move] });
		const size = records().size;
		const again = await a.data(path, { items: [item(1, { item_id: 'other' })] });
		expect(again.items).toEqual([{ item_id: 'other', record_uid, container: inTopic('Reading') }]);
		expect(records().size).toBe(size);
	});

	it('refuses the batch for a key with other content, and writes none of it', async () => {
		await a.data(path, { items: [item(1)] });
		const size = records().size;
		for (const other of [{ text_content: 'x' }, { send_at: 1 }, { title: 'x' }]) {
			expect(await a.refusal(path, { items: [item(2), item(1, other)] })).toMatch(
				/^items\[1\]\.idempotency_key/,
			);
		}
		const twice = [item(3), item(4, { idempotency_key: 'key-3' })];
		expect(await a.refusal(path, { items: twice })).toMatch(/^items\[1\]\.idempotency_key/);
		expect(records().size).toBe(size);
	});

	it('creates one record for a key that occurs twice in a batch', async () => {
		const { items } = await a.data(path, { items: [item(1), item(1, { item_id: 'again' })] });
		expect(items[0].record_uid).toBe(items[1].record_uid);
	});

	it('refuses the batch for a topic that cannot be used', async () => {
		const size = records().size;
		const [chat] = service.account('a').conversations.keys();
		const [foreign] = service.account('b').topics.keys();
		for (const topic_uid of [topic('Old Studio'), 'none', chat, foreign]) {
			const container = { kind: 'topic', topic_uid };
			expect(await a.refusal(path, { items: [item(1), item(2, { container })] })).toMatch(
				/^items\[1\]\.container\.topic_uid/,
			);
		}
		expect(records().size).toBe(size);
	});

	it('validates the whole batch before it writes any', async () => {
		const size = records().size;
		const bad = item(2, { text_content: '' });
		expect(await a.refusal(path, { items: [item(1), bad] })).toMatch(/^items\[1\]\.text_content/);
		const long = item(2, { text_content: '釉'.repeat(5001) });
		expect(await a.refusal(path, { items: [item(1), long] })).toMatch(/^items\[1\]\.text_content/);
		expect(records().size).toBe(size);
	});

	it('keeps keys of different accounts and operations separate', async () => {
		const mine = await a.data(path, { items: [item(1)] });
		const theirs = await createClient(service, 'b').data(path, {
			items: [item(1, { text_content: 'x' })],
		});
		expect(theirs.items[0].record_uid).not.toBe(mine.items[0].record_uid);
		const arrangement = { item_id: 'x', idempotency_key: 'key-1', title: 'x' };
		expect((await a.post('/arrangement/create', { items: [arrangement] })).status).toBe(200);
	});
});

describe('updating records', () => {
	const update = async (facts: object) => {
		const item = { item_id: 'x', idempotency_key: 'k', edit_at: 9000, ...facts };
		return (await a.data('/record/records/update', { items: [item] })).items[0];
	};

	it('keeps fields that are omitted or null, clears fields that are empty', async () => {
		const { record_uid } = sample();
		expect(
			await update({ record_uid, expected_version: 3, title: '', text_content: null }),
		).toEqual({ item_id: 'x', record_uid, status: 'succeeded', version: 4 });
		const next = { record_uid, expected_version: 4, idempotency_key: 'l' };
		expect(await update({ ...next, text_content: 'New' })).toMatchObject({ version: 5 });
		const { items } = await a.data('/record/records/batch-get', { record_uids: [record_uid] });
		expect(items[0]).toMatchObject({ text_content: 'New', version: 5 });
		expect(items[0]).not.toHaveProperty('title');
	});

	it('gives a reason if it changes nothing', async () => {
		for (const { record, reason } of untouchable()) {
			const { record_uid } = record;
			expect(await update({ record_uid, expected_version: 3, title: 'x' })).toEqual({
				item_id: 'x',
				record_uid,
				status: 'rejected',
				reason,
			});
		}
		const { record_uid } = sample();
		const stale = await update({ record_uid, expected_version: 2, title: 'x' });
		expect(stale).toMatchObject({ status: 'rejected', reason: 'stale_version' });
		expect(records().get(record_uid)).toMatchObject({ title: 'Old title', version: 3 });
	});

	it('repeats its first answer to a retry, regardless of later changes', async () => {
		const { record_uid } = sample();
		const item = { record_uid, expected_version: 3, title: 'x' };
		const first = await update(item);
		await update({ record_uid, expected_version: 4, title: 'y', idempotency_key: 'l' });
		expect(await update(item)).toEqual(first);
		expect(records().get(record_uid)).toMatchObject({ title: 'y', version: 5 });
	});

	it('rejects edits of older versions, and keys of other edits', async () => {
		const { record_uid } = sample();
		await update({ record_uid, expected_version: 3, title: 'x', edit_at: 9000 });
		const conflict = { status: 'rejected', reason: 'revision_conflict' };
		const earlier = { record_uid, expected_version: 4, edit_at: 8999, idempotency_key: 'l' };
		expect(await update({ ...earlier, title: 'y' })).toMatchObject(conflict);
		expect(await update({ record_uid, expected_version: 4, title: 'z' })).toMatchObject(conflict);
		expect(await update({ ...earlier, edit_at: 9000 })).toMatchObject({ status: 'succeeded' });
	});

	it('answers in input order, but may execute in another order', async () => {
		const { record_uid } = sample();
		const items = [3, 4].map((expected_version) => ({
			item_id: `v${expected_version}`,
			idempotency_key: `k${expected_version}`,
			record_uid,
			expected_version,
			edit_at: 9000,
			title: `after ${expected_version}`,
		}));
		const answer = await a.data('/record/records/update', { items });
		expect(answer.items).toMatchObject([
			{ item_id: 'v3', status: 'succeeded' },
			{ item_id: 'v4', status: 'rejected', reason: 'stale_version' },
		]);
	});
});

describe('moving records', () => {
	const move = async (record_uid: string, expected_container: object, destination: object) => {
		const item = { item_id: 'x', record_uid, expected_container, destination };
		return (await a.data('/record/records/move', { items: [item] })).items[0];
	};

	it('moves records to the destination, once', async () => {
		const { record_uid } = sample();
		const garden = inTopic('Garden');
		expect(await move(record_uid, unclassified, garden)).toEqual({
			item_id: 'x',
			record_uid,
			status: 'succeeded',
			container: garden,
		});
		expect(await move(record_uid, unclassified, garden)).toEqual({
			item_id: 'x',
			record_uid,
			status: 'rejected',
			reason: 'container_changed',
		});
		expect(await move(record_uid, garden, unclassified)).toMatchObject({ status: 'succeeded' });
	});

	it('makes a new version', async () => {
		const { record_uid } = sample();
		await move(record_uid, unclassified, inTopic('Garden'));
		expect(records().get(record_uid)!.version).toBe(4);
	});

	it('gives a reason if it changes nothing', async () => {
		for (const { record, reason } of untouchable()) {
			expect(await move(record.record_uid, unclassified, inTopic('Garden'))).toMatchObject({
				status: 'rejected',
				reason,
			});
		}
		const { record_uid } = sample({ container: inTopic('Garden') });
		const result = (expected: object, destination: object) =>
			move(record_uid, expected, destination);
		expect(await result(inTopic('Reading'), unclassified)).toMatchObject({
			reason: 'container_changed',
		});
		for (const topic_uid of [topic('Old Studio'), 'none']) {
			expect(await result(inTopic('Garden'), { kind: 'topic', topic_uid })).toMatchObject({
				reason: 'destination_unavailable',
			});
		}
		expect(records().get(record_uid)).toMatchObject({ version: 3 });
	});
});

describe('deleting records', () => {
	const remove = async (record_uid: string, expected_version: number) => {
		const item = { item_id: 'x', record_uid, expected_version };
		return (await a.data('/record/records/delete', { items: [item] })).items[0];
	};

	it('leaves only the state of a record readable', async () => {
		const { record_uid } = sample();
		expect(await remove(record_uid, 3)).toEqual({ item_id: 'x', record_uid, status: 'succeeded' });
		const { items } = await a.data('/record/records/batch-get', { record_uids: [record_uid] });
		expect(items).toEqual([{ record_uid, state: 'deleted' }]);
		const { rows } = await a.scan('/record/timeline/query', { end_at: 1000 });
		expect(rows).toEqual([]);
	});

	it('gives a reason if it changes nothing', async () => {
		for (const { record, reason } of untouchable()) {
			expect(await remove(record.record_uid, 3)).toMatchObject({ status: 'rejected', reason });
		}
		const { record_uid } = sample();
		expect(await remove(record_uid, 4)).toMatchObject({ reason: 'stale_version' });
		await remove(record_uid, 3);
		expect(await remove(record_uid, 3)).toMatchObject({ reason: 'not_active' });
	});
});

describe('the seeded data', () => {
	it('has a record for every reason', () => {
		const me = service.account('a').profile.user_ref;
		const rows = [...records().values()];
		const own = rows.filter((row) => row.creator_user_ref === me);
		expect(own.length).toBeLessThan(rows.length);
		for (const state of ['available', 'protected', 'deleted', 'hidden']) {
			expect(own.some((row) => row.state === state)).toBe(true);
		}
		expect(own.some((row) => row.locked && row.state === 'available')).toBe(true);
	});
});
