import { useFakeService } from '../fakeService';
import { nextDay, startOfDay } from '../../areas/Records/handlers/dates';

const { service, a } = useFakeService();

const search = (body: object) => a.data('/record/search', body);

/** Adds a record with a unique word. */
function add(record_uid: string, facts: object = {}) {
	const account = service.account('a');
	account.records.set(record_uid, {
		record_uid,
		state: 'available',
		creator_user_ref: account.profile.user_ref,
		origin: 'self',
		text_content: 'A Xylophone in the attic',
		send_at: Date.UTC(2026, 2, 10, 12),
		version: 1,
		container: { kind: 'unclassified' },
		...facts,
	});
}
const found = async (body: object = {}) =>
	(await search({ keyword: 'xylophone', ...body })).items.map(
		({ record }: { record: { record_uid: string } }) => record.record_uid,
	);

describe('searching records', () => {
	it('searches title and body, ignoring case, and names the matched fields', async () => {
		add('rec_1', { title: 'XYLOPHONE' });
		add('rec_2', { title: 'Xylophone', text_content: 'to tune' });
		add('rec_3');
		const { items, refinement_required, has_more } = await search({ keyword: 'xylOphone' });
		expect([refinement_required, has_more]).toEqual([false, false]);
		expect(items).toMatchObject([
			{ record: { record_uid: 'rec_1' }, matched_fields: ['title', 'body'] },
			{ record: { record_uid: 'rec_2' }, matched_fields: ['title'], snippet: 'Xylophone' },
			{
				record: { record_uid: 'rec_3', state: 'available', text_content: expect.any(String) },
				source: { kind: 'record' },
				matched_fields: ['body'],
				snippet: 'A Xylophone in the attic',
			},
		]);
	});

	it('names the topic or conversation of a hit', async () => {
		add('rec_1', { container: { kind: 'topic', topic_uid: 'top_1' } });
		add('rec_2', { origin: 'group_chat', chat_session_uid: 'chat_1' });
		const { items } = await search({ keyword: 'xylophone' });
		expect(items.map(({ source }: { source: object }) => source)).toEqual([
			{ kind: 'topic', topic_uid: 'top_1' },
			{ kind: 'chat', chat_session_uid: 'chat_1' },
		]);
	});

	it('truncates snippets between code points', async () => {
		add('rec_1', { text_content: `${'🎶'.repeat(40)}xylophone${'釉'.repeat(40)}` });
		const { items } = await search({ keyword: 'xylophone' });
		expect(items[0].snippet).toBe(`…${'🎶'.repeat(30)}xylophone${'釉'.repeat(30)}…`);
	});

	it('finds only records with visible text', async () => {
		for (const state of ['protected', 'deleted', 'hidden', 'available']) add(state, { state });
		expect(await found()).toEqual(['available']);
	});

	it('filters by creators', async () => {
		add('rec_1');
		add('rec_2', { creator_user_ref: 'usr_x' });
		expect(await found({ creator_user_refs: ['usr_x'] })).toEqual(['rec_2']);
		expect(await found({ creator_user_refs: [] })).toEqual([]);
	});

	it('covers whole days of the given time zone, including the first and the last', async () => {
		const timezone = 'Pacific/Auckland';
		// 00:00 and 23:59:59.999 of 10 March in that zone, and the milliseconds around.
		const start = Date.UTC(2026, 2, 9, 11);
		add('before', { send_at: start - 1 });
		add('first', { send_at: start });
		add('last', { send_at: start + 86_400_000 - 1 });
		add('after', { send_at: start + 86_400_000 });
		const date = '2026-03-10';
		const sorted = async (body: object) => (await found(body)).sort();
		expect(await sorted({ start_date: date, end_date: date, timezone })).toEqual(['first', 'last']);
		expect(await sorted({ start_date: date, timezone })).toEqual(['after', 'first', 'last']);
		expect(await sorted({ end_date: date, timezone })).toEqual(['before', 'first', 'last']);
		expect(await sorted({ start_date: date, end_date: date, timezone: 'UTC' })).toEqual([
			'after',
			'last',
		]);
	});

	it.each([
		['keyword_too_short', 'a', {}],
		['keyword_too_short', '釉', {}],
		['visible_scope_too_large', 'kiln', { maxScope: 10 }],
		['candidate_overflow', 'kiln', { maxCandidates: 3 }],
	])(
		'asks for a narrower search with %s, without partial results',
		async (reason, keyword, guards) => {
			Object.assign(service.settings.search, guards);
			service.paging = 'irregular';
			expect(await search({ keyword })).toEqual({
				items: [],
				refinement_required: true,
				refinement_reasons: [reason],
				has_more: false,
			});
		},
	);
});

describe('calendar days', () => {
	it.each([
		['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
		['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
		['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
		['2026-02-28', 'Pacific/Kiritimati', '2026-02-27T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
	])('%s in %s begins and ends at local midnight', (date, timezone, start, end) => {
		expect(new Date(startOfDay(date, timezone)).toISOString()).toBe(start);
		expect(new Date(startOfDay(nextDay(date), timezone)).toISOString()).toBe(end);
	});
});
