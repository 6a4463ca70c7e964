import { startService } from '..';
import { createClient } from './client';
import { useFakeService } from '../fakeService';
import type { StoredSummary } from '../../areas/Recordings/data';
import { readPages } from '../pages';

const now = Date.UTC(2026, 5, 1);
const day = 86_400_000;
const { service, a } = useFakeService({ now });

const path = '/recordings/summaries/query';
const read = '/recordings/summaries/read';
const rows = () => service.account('a').summaries;
const readable = () => [...rows().values()].filter(({ unreadable }) => !unreadable);
const uids = (list: Array<{ summary_uid: string }>) => list.map((row) => row.summary_uid);
const query = async (body: object = {}) =>
	(await a.scan<StoredSummary>(path, { limit: 7, ...body })).rows;
const found = async (body: object = {}) => uids(await query(body)).sort();

/** Adds a version that covers 1000 to 2000. */
function sample(facts: Partial<StoredSummary> = {}): StoredSummary {
	const summary: StoredSummary = {
		summary_uid: `sum_${rows().size}`,
		kind: 'timeline',
		content_origin: 'business_recording_summary',
		generation_state: 'completed',
		start_at: 1000,
		end_at: 2000,
		day_start_at: 0,
		created_at: 3000,
		updated_at: 3000,
		content_state: 'ready',
		format: 'markdown',
		text: '0123456789',
		...facts,
	};
	rows().set(summary.summary_uid, summary);
	return summary;
}

describe('the versions of an account', () => {
	it('cover both kinds, all states and formats', () => {
		const values = (kind: (row: StoredSummary) => unknown) =>
			[...new Set(readable().map((row) => kind(row)))].sort();
		expect(values((row) => row.kind)).toEqual(['daily_summary', 'timeline']);
		expect(values((row) => `${row.generation_state} ${row.content_state}`)).toEqual([
			'completed ready',
			'completed unavailable',
			'failed failed',
			'processing processing',
		]);
		expect(values((row) => row.content_state === 'ready' && row.format)).toEqual([
			false,
			'json',
			'markdown',
			'text',
		]);
		expect(values((row) => row.model_display_name === undefined)).toEqual([false, true]);
	});

	it('include several of one period, some with the same time', () => {
		const [first, ...rest] = readable();
		const twin = rest.find(
			({ start_at, kind }) => start_at === first.start_at && kind === first.kind,
		);
		expect(twin).toMatchObject({ end_at: first.end_at, day_start_at: first.day_start_at });
		const born = readable().map(({ start_at, created_at }) => `${start_at} ${created_at}`);
		expect(new Set(born).size).toBeLessThan(born.length);
	});

	it('cover local days', () => {
		for (const { start_at, end_at, day_start_at, created_at, updated_at } of readable()) {
			expect(start_at).toBeGreaterThanOrEqual(day_start_at);
			expect(end_at).toBeLessThanOrEqual(day_start_at + day);
			expect(day_start_at % day).toBe(day - 5.75 * 3_600_000);
			expect(created_at).toBeLessThanOrEqual(updated_at);
			expect(updated_at).toBeLessThanOrEqual(now);
		}
	});

	it('can be empty', async () => {
		const empty = await startService({ size: { summaries: 0 } });
		expect((await createClient(empty).data(path)).items).toEqual([]);
		await empty.close();
	});
});

describe('querying summaries', () => {
	it('sorts by covered start, then creation, then UID, descending or ascending', async () => {
		const key = ({ start_at, created_at, summary_uid }: StoredSummary) =>
			`${start_at} ${created_at} ${summary_uid}`;
		const expected = readable()
			.sort((x, y) => (key(x) < key(y) ? 1 : -1))
			.map(({ summary_uid }) => summary_uid);
		expect(uids(await query())).toEqual(expected);
		expect(uids(await query({ order: 'desc', limit: 1 }))).toEqual(expected);
		expect(uids(await query({ order: 'asc' }))).toEqual([...expected].reverse());
	});

	it('has pages of 20 by default and of 50 at most', async () => {
		expect((await a.data(path)).items).toHaveLength(20);
		expect((await a.data(path, { limit: 50 })).items).toHaveLength(50);
		expect(await a.refusal(path, { limit: 51 })).toMatch(/^limit/);
	});

	it('returns metadata only', async () => {
		for (const row of await query()) {
			expect(rows().get(row.summary_uid)).toMatchObject(row);
			for (const field of ['text', 'format', 'content_state', 'unreadable']) {
				expect(row).not.toHaveProperty(field);
			}
		}
	});

	it('filters by kinds and generation states, also combined', async () => {
		const kinds = ['timeline'] as const;
		const generation_states = ['processing', 'failed'] as const;
		const is = (row: StoredSummary) =>
			row.kind === 'timeline' && ['processing', 'failed'].includes(row.generation_state);
		expect(await found({ kinds, generation_states })).toEqual(uids(readable().filter(is)).sort());
		expect(await found({ kinds: ['timeline', 'daily_summary'] })).toEqual(await found());
		expect(await found({ kinds: [] })).toEqual([]);
		expect(await found({ generation_states: [] })).toEqual([]);
	});

	it('filters by overlap, start inclusive, end exclusive, and 0 means no bound', async () => {
		rows().clear();
		const { summary_uid } = sample();
		const finds = async (start_at: number | undefined, end_at: number | undefined, is: boolean) =>
			expect(await found({ start_at, end_at })).toEqual(is ? [summary_uid] : []);
		await finds(1999, 3000, true);
		await finds(2000, 3000, false);
		await finds(1, 1001, true);
		await finds(1, 1000, false);
		await finds(1400, 1500, true);
		await finds(1500, 1500, false);
		await finds(0, 0, true);
		await finds(2000, 0, false);
		await finds(1999, 0, true);
		await finds(0, 1000, false);
		await finds(undefined, 1001, true);
	});

	it('returns the same rows on irregular pages', async () => {
		const plain = await query({ order: 'asc' });
		service.paging = 'irregular';
		const irregular = await a.scan(path, { order: 'asc', limit: 7 });
		expect(irregular.rows).toEqual(plain);
		expect(irregular.pages[0]).toBe(0);
	});
});

describe('reading a summary', () => {
	interface Page {
		text: string;
		text_start_offset: number;
		text_end_offset: number;
		text_total_length: number;
		has_more: boolean;
	}
	const pagesOf = ({ summary_uid }: StoredSummary, body: object = {}) =>
		readPages<Page>(a, read, { summary_uid, ...body });
	const long = (format: string) =>
		readable().find((row) => row.format === format && [...row.text].length > 20_000)!;

	it.each(['markdown', 'json'])('returns a long %s body page by page', async (format) => {
		const summary = long(format);
		for (const paging of ['plain', 'irregular'] as const) {
			service.paging = paging;
			const pages = await pagesOf(summary);
			let at = 0;
			for (const { text, text_start_offset, text_end_offset, text_total_length } of pages) {
				expect(text_start_offset).toBe(at);
				expect(text_end_offset).toBe(at + [...text].length);
				expect(text_total_length).toBe([...summary.text].length);
				expect(() => encodeURIComponent(text)).not.toThrow();
				at = text_end_offset;
			}
			expect(pages.map(({ text }) => text).join('')).toBe(summary.text);
			expect(pages.length).toBeGreaterThan(4);
			if (paging === 'plain') expect(pages[0].text_end_offset).toBe(10_000);
			else expect(pages[0]).toMatchObject({ text: '', text_end_offset: 0, has_more: true });
		}
	});

	it('returns JSON that can be parsed only as a whole', async () => {
		const pages = await pagesOf(long('json'));
		for (const { text } of pages) expect(() => JSON.parse(text)).toThrow();
		const whole = JSON.parse(pages.map(({ text }) => text).join(''));
		expect(whole.entries.length).toBeGreaterThan(100);
	});

	it('accepts a limit of 1 to 20,000 code points, which may differ from page to page', async () => {
		const { summary_uid, text } = long('markdown');
		const first = await a.data(read, { summary_uid, limit: 20_000 });
		expect([...first.text]).toHaveLength(20_000);
		const body = { summary_uid, limit: 1, page_cursor: first.next_page_cursor };
		expect(await a.data(read, body)).toMatchObject({
			text: [...text][20_000],
			text_start_offset: 20_000,
			text_end_offset: 20_001,
		});
		expect(await a.refusal(read, { summary_uid, limit: 20_001 })).toMatch(/^limit/);
		expect(await a.refusal(read, { summary_uid, limit: 0 })).toMatch(/^limit/);
	});

	it('returns the version with its text', async () => {
		const { summary_uid } = sample({ format: 'text' });
		const [summary] = await query({ end_at: 2000 });
		expect(await a.data(read, { summary_uid })).toEqual({
			summary_uid,
			found: true,
			summary,
			content_state: 'ready',
			format: 'text',
			text: '0123456789',
			text_start_offset: 0,
			text_end_offset: 10,
			text_total_length: 10,
			has_more: false,
		});
	});

	it.each(['processing', 'failed', 'unavailable'] as const)(
		'has no text while the content is %s',
		async (content_state) => {
			const { summary_uid } = readable().find((row) => row.content_state === content_state)!;
			service.paging = 'irregular';
			const answer = await a.data(read, { summary_uid });
			expect(answer).toMatchObject({
				found: true,
				summary: { summary_uid },
				content_state,
				text: '',
				text_start_offset: 0,
				text_end_offset: 0,
				text_total_length: 0,
				has_more: false,
			});
			expect(answer).not.toHaveProperty('format');
		},
	);

	it('answers the same for missing, hidden and other accounts’ summaries', async () => {
		const hidden = [...rows().values()].find((row) => row.unreadable)!.summary_uid;
		const foreign = [...service.account('b').summaries.keys()][0];
		const recording = [...service.account('a').recordings.keys()][0];
		for (const summary_uid of [hidden, foreign, recording, 'none']) {
			expect(await a.data(read, { summary_uid })).toEqual({
				summary_uid,
				found: false,
				summary: null,
				text: '',
				text_start_offset: 0,
				text_end_offset: 0,
				text_total_length: 0,
				has_more: false,
			});
		}
	});

	it('refuses a cursor of content that has changed', async () => {
		const summary = sample();
		const { summary_uid } = summary;
		const { next_page_cursor: page_cursor } = await a.data(read, { summary_uid, limit: 4 });
		const next = { summary_uid, limit: 4, page_cursor };
		summary.updated_at++;
		expect(await a.data(read, next)).toMatchObject({ text: '4567' });
		summary.text = 'abcdefghij';
		expect(await a.refusal(read, next)).toMatch(/^page_cursor belongs to content that has changed/);
		const again = await pagesOf(summary, { limit: 4 });
		expect(again.map(({ text }) => text)).toEqual(['abcd', 'efgh', 'ij']);
		summary.content_state = 'processing';
		const { next_page_cursor } = (await a.data(read, { summary_uid })) as {
			next_page_cursor?: string;
		};
		expect(next_page_cursor).toBeUndefined();
		expect((await a.post(read, next)).status).toBe(400);
	});

	it('refuses a cursor of another version', async () => {
		const [one, other] = [sample(), sample()];
		const { next_page_cursor: page_cursor } = await a.data(read, {
			summary_uid: one.summary_uid,
			limit: 4,
		});
		const body = { summary_uid: other.summary_uid, page_cursor };
		expect(await a.refusal(read, body)).toMatch(/^page_cursor belongs to another/);
	});
});
