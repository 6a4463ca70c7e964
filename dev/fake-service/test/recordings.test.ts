import { startService, type Service } from '..';
import { createClient } from './client';
import { useFakeService } from '../fakeService';
import type {
	StoredRecording,
	StoredSpeakerLabel,
	StoredUtterance,
} from '../../areas/Recordings/data';
import { resolveAll } from '../pages';

const now = Date.UTC(2026, 5, 1);
const { service, a, b } = useFakeService({ now });

const path = '/recordings/query';
const rows = () => service.account('a').recordings;
const labels = () => [...service.account('a').speakerLabels.values()];
const readable = () => [...rows().values()].filter(({ unreadable }) => !unreadable);
const uids = (list: Array<{ recording_uid: string }>) => list.map((row) => row.recording_uid);
const query = async (body: object = {}) =>
	(await a.scan<StoredRecording>(path, { limit: 7, ...body })).rows;
const found = async (body: object = {}) => uids(await query(body)).sort();

/** Adds a recording from 1000 to 2000 in which one person speaks from 1200 to 1300. */
function sample(
	facts: Partial<StoredRecording> = {},
	utterance: Partial<StoredUtterance> = {},
): StoredRecording {
	const recording: StoredRecording = {
		recording_uid: `rcg_${rows().size}`,
		start_at: 1000,
		end_at: 2000,
		duration_ms: 1000,
		source: 'long',
		ingest_origin: 'device',
		sealed: true,
		transcript_state: 'ready',
		version: 1,
		speakers: [{ kind: 'user', display_name: 'Ada', user_ref: 'usr_ada', speaker_uid: 'spk_ada' }],
		utterances: [
			{ start_offset_ms: 200, end_offset_ms: 300, speaker: 0, text: 'Yes.', ...utterance },
		],
		...facts,
	};
	rows().set(recording.recording_uid, recording);
	return recording;
}

describe('the recordings of an account', () => {
	it('cover all sources, origins and states, sealed or not, with and without a name', () => {
		const values = (kind: (row: StoredRecording) => unknown) =>
			new Set(readable().map((row) => kind(row)));
		expect(values((row) => row.source).size).toBe(2);
		expect(values((row) => row.ingest_origin).size).toBe(3);
		expect(values((row) => row.transcript_state).size).toBe(5);
		expect(values((row) => row.sealed).size).toBe(2);
		expect(values((row) => row.name === undefined).size).toBe(2);
		const ends = values(({ sealed, end_at }) => `${sealed} ${end_at && 'end'}`);
		expect(ends).toEqual(
			new Set(['true end', 'true 0', 'true undefined', 'false 0', 'false undefined']),
		);
		for (const { start_at, duration_ms } of readable()) {
			expect(start_at + duration_ms).toBeLessThan(now);
			expect(start_at).toBeGreaterThan(now - 91 * 86_400_000);
		}
	});

	it('overlap, and some start in the same millisecond', async () => {
		const list = await query();
		const spans = list.filter(({ end_at }) => end_at);
		const pairs = spans.slice(1).map((row, i) => [spans[i], row]);
		expect(pairs.some(([x, y]) => x.start_at < y.start_at && x.end_at! > y.start_at)).toBe(true);
		expect(list.some((row, i) => row.start_at === list[i + 1]?.start_at)).toBe(true);
	});

	it('can be without other people, and can be empty', async () => {
		const alone = await startService({ now, size: { people: 0, recordings: 4 } });
		expect((await createClient(alone).scan(path)).rows.length).toBeGreaterThan(0);
		await alone.close();
		const empty = await startService({ now, size: { recordings: 0 } });
		expect((await createClient(empty).scan(path)).rows).toEqual([]);
		await empty.close();
	});

	it('are the same for the same seed', async () => {
		const same = await startService({ now });
		const all = (of: Service) => [
			...of.account('a').recordings.values(),
			...of.account('a').speakerLabels.values(),
		];
		expect(all(same)).toEqual(all(service));
		await same.close();
	});
});

describe('querying recordings', () => {
	it('lists the earliest or the latest first, ties by UID in the same direction', async () => {
		const expected = readable().sort(
			(x, y) => x.start_at - y.start_at || (x.recording_uid < y.recording_uid ? -1 : 1),
		);
		expect(uids(await query())).toEqual(uids(expected));
		expect(uids(await query({ order: 'asc' }))).toEqual(uids(expected));
		expect(uids(await query({ order: 'desc' }))).toEqual(uids(expected).reverse());
	});

	it('has pages of 20 by default and of 50 at most', async () => {
		expect((await a.data(path)).items).toHaveLength(20);
		expect((await a.data(path, { limit: 50 })).items).toHaveLength(50);
		expect(await a.refusal(path, { limit: 51 })).toMatch(/^limit/);
		expect(await a.refusal(path, { limit: 0 })).toMatch(/^limit/);
	});

	it('returns metadata only', async () => {
		const [recording] = await query();
		expect(rows().get(recording.recording_uid)).toMatchObject(recording);
		for (const field of ['speakers', 'utterances', 'unreadable']) {
			expect(recording).not.toHaveProperty(field);
		}
	});

	it('does not show data of the other account', async () => {
		const own = await b.scan<StoredRecording>(path, {});
		expect(own.rows.length).toBeGreaterThan(0);
		expect(own.rows.filter(({ recording_uid }) => rows().has(recording_uid))).toEqual([]);
	});

	it('filters by overlap with a range, start inclusive, end exclusive', async () => {
		rows().clear();
		const { recording_uid } = sample();
		const is = async (start_at?: number, end_at?: number) =>
			expect(await found({ start_at, end_at })).toEqual([recording_uid]);
		const isNot = async (start_at?: number, end_at?: number) =>
			expect(await found({ start_at, end_at })).toEqual([]);
		await is(1000, 2000);
		await is(0, 1001);
		await isNot(0, 1000);
		await is(1999, 9000);
		await isNot(2000, 9000);
		await is(1400, 1500);
		await is(undefined, 1001);
		await isNot(undefined, 1000);
		await is(1999);
		await isNot(2000);
	});

	it('treats 0 as a time like any other', async () => {
		expect(await found({ end_at: 0 })).toEqual([]);
		expect(await found({ start_at: 0 })).toHaveLength(readable().length);
	});

	it('returns nothing for a range that ends before it starts', async () => {
		rows().clear();
		sample();
		expect(await found({ start_at: 1500, end_at: 1500 })).toEqual([]);
		expect(await found({ start_at: 1600, end_at: 1400 })).toEqual([]);
	});

	it.each([0, undefined])('uses the confirmed duration if the end is %s', async (end_at) => {
		rows().clear();
		const { recording_uid } = sample({ end_at, sealed: false, duration_ms: 500 });
		expect(await found({ start_at: 1499 })).toEqual([recording_uid]);
		expect(await found({ start_at: 1500 })).toEqual([]);
		sample({ recording_uid: 'empty', end_at, sealed: false, duration_ms: 0 });
		expect(await found({ start_at: 1000, end_at: 1001 })).toEqual(['empty', recording_uid]);
		expect(await found({ start_at: 1001 })).toEqual([recording_uid]);
	});

	it('combines speakers by person and by label with or', async () => {
		rows().clear();
		const named = { kind: 'named' as const, display_name: 'Bo', speaker_uid: 'spk_bo' };
		const linked = { kind: 'user' as const, display_name: 'Ada', user_ref: 'usr_ada' };
		sample({ recording_uid: 'ada' });
		sample({ recording_uid: 'bo', speakers: [named] });
		sample({ recording_uid: 'ada too', speakers: [{ ...linked, speaker_uid: 'spk_ada_2' }] });
		sample({ recording_uid: 'ada by account', speakers: [linked] });
		sample({ recording_uid: 'none', speakers: [{ kind: 'unknown', display_name: '' }] });
		const ada = ['ada', 'ada by account', 'ada too'];
		expect(await found({ speaker_user_refs: ['usr_ada'] })).toEqual(ada);
		expect(await found({ speaker_uids: ['spk_ada'] })).toEqual(['ada']);
		expect(await found({ speaker_uids: ['spk_ada', 'spk_ada_2'] })).toEqual(['ada', 'ada too']);
		expect(await found({ speaker_user_refs: ['usr_ada'], speaker_uids: ['spk_bo'] })).toEqual(
			[...ada, 'bo'].sort(),
		);
		expect(await found({ speaker_user_refs: ['spk_ada'], speaker_uids: ['usr_ada'] })).toEqual([]);
		expect(await found({ speaker_user_refs: [], speaker_uids: ['spk_bo'] })).toEqual(['bo']);
		expect(await found({ speaker_user_refs: [] })).toEqual([]);
	});

	it('requires a valid utterance of the speaker in the range', async () => {
		rows().clear();
		sample({ recording_uid: 'one' });
		sample({ recording_uid: 'unreadable' }, { unreadable: true });
		for (const transcript_state of ['partial', 'processing', 'failed', 'unavailable'] as const) {
			sample({ recording_uid: transcript_state, transcript_state });
		}
		const speaker_uids = ['spk_ada'];
		expect(await found({ speaker_uids })).toEqual(['one', 'partial']);
		expect(await found({ speaker_uids, start_at: 1299 })).toEqual(['one', 'partial']);
		expect(await found({ speaker_uids, start_at: 1300 })).toEqual([]);
		expect(await found({ speaker_uids, end_at: 1201 })).toEqual(['one', 'partial']);
		expect(await found({ speaker_uids, end_at: 1200 })).toEqual([]);
	});

	it('accepts at most 20 speakers of both kinds together', async () => {
		const refs = (count: number) => Array.from({ length: count }, (_, i) => `x${i}`);
		await query({ speaker_user_refs: refs(12), speaker_uids: refs(8) });
		const body = { speaker_user_refs: refs(12), speaker_uids: refs(9) };
		expect(await a.refusal(path, body)).toMatch(/speaker_uids .*more than 20/);
	});

	it('returns the same rows on irregular pages', async () => {
		const body = { order: 'desc', speaker_user_refs: [service.account('a').profile.user_ref] };
		const plain = await query(body);
		service.paging = 'irregular';
		const irregular = await a.scan(path, { ...body, limit: 7 });
		expect(irregular.rows).toEqual(plain);
		expect(irregular.pages).toContain(0);
	});
});

describe('reading recordings by UID', () => {
	it('answers in input order, with unreadable ones as not found', async () => {
		const unreadable = [...rows().values()].find((row) => row.unreadable)!;
		const [first, second] = readable();
		const foreign = [...service.account('b').recordings.keys()][0];
		const recording_uids = [
			second.recording_uid,
			unreadable.recording_uid,
			first.recording_uid,
			'none',
			foreign,
			second.recording_uid,
		];
		const { items } = await a.data('/recordings/batch-get', { recording_uids });
		expect(uids(items)).toEqual(recording_uids);
		expect(items.map(({ found: is }: { found: boolean }) => is)).toEqual([
			true,
			false,
			true,
			false,
			false,
			true,
		]);
		expect(items[1]).toEqual({ recording_uid: recording_uids[1], found: false, recording: null });
		expect(items[0].recording).toEqual(
			(await query()).find(({ recording_uid }) => recording_uid === second.recording_uid),
		);
	});

	it('accepts 1 to 20 UIDs', async () => {
		const refusal = (recording_uids: string[]) =>
			a.refusal('/recordings/batch-get', { recording_uids });
		expect(await refusal([])).toMatch(/^recording_uids/);
		expect(await refusal(Array.from({ length: 21 }, () => 'x'))).toMatch(/^recording_uids/);
	});
});

describe('finding speakers', () => {
	const resolve = '/recordings/speakers/resolve';
	const find = async (search: string) =>
		(await resolveAll<StoredSpeakerLabel>(a, resolve, [{ item_id: 'x', query: search }])).found.x;
	const namesOf = async (search: string) =>
		(await find(search)).map(({ display_name }) => display_name).sort();

	it('distinguishes labels of the same name, and labels of the same person', async () => {
		const same = await find('Ada Fields');
		expect(same).toHaveLength(3);
		expect(new Set(same.map(({ speaker_uid }) => speaker_uid)).size).toBe(3);
		expect(new Set(same.map(({ user_ref }) => user_ref)).size).toBe(3);
		expect(same.some((label) => !('user_ref' in label))).toBe(true);
		const mentors = await find('Mentor');
		expect(mentors).toHaveLength(2);
		expect(mentors[0].user_ref).toBe(mentors[1].user_ref);
	});

	it('matches the name literally, with case, spaces and punctuation', async () => {
		expect(await namesOf('ada fields')).toEqual(['ada fields']);
		expect(await namesOf('Kiln.*')).toEqual(['Kiln.*']);
		expect(await namesOf('K.*n')).toEqual([]);
		expect(await namesOf('50 %')).toEqual(['50 % voice']);
		expect(await namesOf('%')).toEqual(['50 % voice']);
		expect(await namesOf(' Choir ')).toEqual([' Choir ']);
		expect(await namesOf('Choir  ')).toEqual([]);
		expect(await namesOf('🎙')).toEqual(['Guest 🎙️']);
		expect(await namesOf('满')).toEqual(expect.arrayContaining(['小满']));
	});

	it('pages each item separately, with five candidates by default', async () => {
		const items = () => [
			{ item_id: 'all', query: 'e' },
			{ item_id: 'none', query: 'Zzz' },
			{ item_id: 'ada', query: 'Ada', limit: 2 },
		];
		const plain = await resolveAll(a, resolve, items());
		const withE = labels().filter(({ display_name }) => display_name.includes('e'));
		expect(plain.found.all).toHaveLength(withE.length);
		expect(withE.length).toBeGreaterThan(5);
		expect(plain.pages.all[0]).toBe(5);
		expect(plain.pages.none).toEqual([0]);
		expect(plain.pages.ada[0]).toBe(2);
		service.paging = 'irregular';
		const irregular = await resolveAll(a, resolve, items());
		expect(irregular.found).toEqual(plain.found);
		expect(irregular.pages.all[0]).toBe(0);
		expect(irregular.pages.none).toEqual([0, 0]);
	});

	it('requires 1 to 100 characters, and a cursor of the same name', async () => {
		const refusal = (facts: object) => a.refusal(resolve, { items: [{ item_id: 'x', ...facts }] });
		expect(await refusal({ query: '' })).toMatch(/^items\[0\]\.query/);
		expect(await refusal({ query: 'x'.repeat(101) })).toMatch(/^items\[0\]\.query/);
		expect(await refusal({ query: 'x', limit: 11 })).toMatch(/^items\[0\]\.limit/);
		const { items } = await a.data(resolve, { items: [{ item_id: 'x', query: 'e', limit: 1 }] });
		const page_cursor = items[0].next_page_cursor;
		expect(await refusal({ query: 'i', page_cursor })).toMatch(/^items\[0\]\.page_cursor/);
	});
});
