import { nextDay, startOfDay } from '../../../areas/Records/handlers/dates';
import type { Container } from '../../../areas/Records/data';
import { records } from '../account';
import { a, b, exactReads, finding, story, type Write, writes } from '../kinds';

const unclassified: Container = { kind: 'unclassified' };
const topic = (topic_uid: string): Container => ({ kind: 'topic', topic_uid });
const garden = topic('garden');
const base = { state: 'available', creator_user_ref: 'me', origin: 'self', send_at: 1000 };
const usual = { ...base, title: 'Title', text_content: 'Text' };
const shownAs = (record_uid: string, facts: object) => ({ record_uid, ...usual, ...facts });
const protectedRow = { state: 'protected', title: undefined, text_content: undefined };

finding('listRecordContainers', {
	names: ({ container }) => container.topic_uid,
	finds: [[{}, 'garden home ideas sea work_ideas']],
	shows: {
		home: { title: 'Home', display_path: 'Home', created_at: 1000 },
		garden: { parent_topic_uid: 'home', title: 'Garden', display_path: 'Home / Garden' },
	},
	row: (topic_uid, facts) => ({ container: topic(topic_uid), ...facts }),
});
finding('resolveRecordContainers', {
	names: ({ container }) => container.topic_uid,
	finds: [
		[{ query: 'home' }, 'home garden ideas'],
		[{ query: 'home/ideas' }, 'ideas'],
		[{ query: ' IDEAS' }, 'ideas work_ideas'],
		[{ query: '海' }, 'sea'],
		[{ query: 'Old' }, ''],
		[{ query: '' }, ''],
	],
});
finding('queryRecordTimeline', {
	there: records({
		b: { title: '' },
		a: { origin: 'topic', container: garden },
		c: { send_at: 2000, state: 'protected', origin: 'private_chat' },
		gone: { state: 'deleted' },
		hidden: { state: 'hidden' },
		e: { send_at: 900, creator_user_ref: 'ada', origin: 'group_chat', container: topic('ideas') },
	}),
	names: 'record_uid',
	finds: [
		[{}, 'c b a e'],
		[{ order: 'asc' }, 'e a b c'],
		[{ start_at: 1000, end_at: 1000 }, 'b a'],
		[{ start_at: 1001 }, 'c'],
		[{ end_at: 999 }, 'e'],
		[{ start_at: 9e12, end_at: 1 }, ''],
		[{ creator_user_refs: ['ada', 'nobody'] }, 'e'],
		[{ origins: ['private_chat', 'group_chat'] }, 'c e'],
		[{ container: garden }, 'a'],
		[{ container: topic('none') }, ''],
		[{ container: unclassified }, 'c b'],
		[{ container: null }, 'c b a e'],
	],
	shows: {
		a: { origin: 'topic', version: 3, container: garden },
		// Half of them come without their container
		b: { title: undefined, version: 3 },
		c: { ...protectedRow, origin: 'private_chat', send_at: 2000 },
	},
	row: shownAs,
});

const note = { title: undefined, text_content: 'A Xylophone in the attic', send_at: 0 };
const titled = { ...note, title: 'Xylophone', text_content: 'to tune' };
const chat = { chat_session_uid: 'own' };
const long = `${'🎶'.repeat(40)}xylophone${'釉'.repeat(40)}`;
const excerpt = `…${'🎶'.repeat(30)}xylophone${'釉'.repeat(30)}…`;
const days = { start_date: '2026-03-10', end_date: '2026-03-10', timezone: 'Pacific/Auckland' };
/** The first millisecond of that day there, and of the next one. */
const [start, end] = [Date.UTC(2026, 2, 9, 11), Date.UTC(2026, 2, 10, 11)];

finding('searchRecords', {
	there: records({
		topical: { ...note, container: garden },
		both: { ...note, title: 'XYLOPHONE' },
		titled,
		talk: { ...note, creator_user_ref: 'ada', ...chat },
		long: { ...note, text_content: long },
		before: { ...note, send_at: start - 1 },
		first: { ...note, send_at: start },
		last: { ...note, send_at: end - 1 },
		after: { ...note, send_at: end },
		kept: { ...note, state: 'protected' },
		gone: { ...note, state: 'deleted' },
		hidden: { ...note, state: 'hidden' },
	}),
	body: { keyword: 'xylophone' },
	names: ({ record }) => record.record_uid,
	finds: [
		[{}, 'both titled after before first last long talk topical'],
		[{ keyword: ' xyloPHONE' }, 'both titled after before first last long talk topical'],
		[{ keyword: 'tune' }, 'titled'],
		[{ creator_user_refs: ['ada', 'bo'] }, 'talk'],
		// Whole days, the first and the last included
		[days, 'first last'],
		[{ ...days, end_date: undefined }, 'after first last'],
		[{ ...days, start_date: undefined }, 'both titled before first last long talk topical'],
		[{ ...days, timezone: 'UTC' }, 'after last'],
	],
	shows: {
		both: { record: { ...note, title: 'XYLOPHONE' }, matched_fields: ['title', 'body'] },
		titled: { record: titled, matched_fields: ['title'], snippet: 'Xylophone' },
		topical: { source: garden },
		talk: { record: { ...note, creator_user_ref: 'ada' }, source: { kind: 'chat', ...chat } },
		long: { record: { ...note, text_content: long }, snippet: excerpt },
	},
	row: (record_uid, { record = note, ...facts }: { record?: object }) => ({
		record: shownAs(record_uid, record),
		source: { kind: 'record' },
		matched_fields: ['body'],
		snippet: note.text_content,
		...facts,
	}),
});

const narrower = (reason: string) => {
	return { items: [], has_more: false, refinement_required: true, refinement_reasons: [reason] };
};
const search = { keyword: 'xylophone' };
story(
	'a search that is too wide is to be narrowed, and has no partial results',
	records({ one: note, two: note }),
	({ settings }) => Object.assign(settings.search, { maxScope: 2, maxCandidates: 2 }),
	['searchRecords', search, { refinement_required: false, items: [{}, {}] }],
	(service) => (service.paging = 'irregular'),
	['searchRecords', { keyword: 'a' }, narrower('keyword_too_short')],
	['searchRecords', { keyword: ' 釉 ' }, narrower('keyword_too_short')],
	({ settings }) => (settings.search.maxCandidates = 1),
	['searchRecords', search, narrower('candidate_overflow')],
	({ settings }) => (settings.search.maxScope = 1),
	['searchRecords', search, narrower('visible_scope_too_large')],
);

it.each([
	['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
	['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
	['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
	['2026-02-28', 'Pacific/Kiritimati', '2026-02-27T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
])('the day %s in %s begins and ends at local midnight', (date, timezone, start, end) => {
	expect(new Date(startOfDay(date, timezone)).toISOString()).toBe(start);
	expect(new Date(startOfDay(nextDay(date), timezone)).toISOString()).toBe(end);
});

const there = records({
	a: {},
	filed: { container: garden },
	foreign: { creator_user_ref: 'ada' },
	kept: { state: 'protected' },
	gone: { state: 'deleted' },
	hidden: { state: 'hidden' },
	locked: { locked: true, edited_at: 5, chat_session_uid: 'own' },
	bare: { title: '', text_content: '' },
});

exactReads('batchGetRecords', {
	there,
	reads: {
		locked: { ...usual, version: 3, container: unclassified },
		bare: { ...base, version: 3, container: unclassified },
		kept: { ...base, state: 'protected' },
		gone: { state: 'deleted' },
		hidden: { state: 'hidden' },
	},
	result: (record_uid, facts) => ({ record_uid, ...facts }),
	missing: 'none',
	absent: (record_uid) => ({ record_uid, state: 'missing' }),
});

const store: Write['store'] = ['records', ({ record_uid }) => record_uid];
const untouchable = {
	record_not_found: 'none',
	not_self_created: 'foreign',
	protected: 'kept',
	not_active: 'gone hidden',
	invalid_record_state: 'locked',
};
const created = { ...base, text_content: 'Text', version: 1, container: unclassified };
const create = { text_content: 'Text', send_at: 1000 };
const edit = { record_uid: 'a', expected_version: 3, edit_at: 9000, title: 'New' };
const move = { record_uid: 'a', expected_container: unclassified, destination: garden };
const refile = { record_uid: 'filed', expected_container: garden, destination: unclassified };

writes('createRecords', {
	item: create,
	results: [
		[{}, { container: unclassified }, created],
		[{ container: null }, { container: unclassified }],
		[{ container: unclassified }, { container: unclassified }],
		[{ title: 'New', container: garden }, { container: garden }, { title: 'New', origin: 'topic' }],
	],
	result: (facts) => ({ record_uid: expect.any(String), ...facts }),
	store,
	keys: [{ send_at: 5001 }],
	refuses: {
		'container.topic_uid': [topic('old'), topic('none'), topic('own')],
		text_content: [''],
	},
});
writes('updateRecords', {
	there,
	item: edit,
	results: [
		[{ title: '', text_content: null }, { version: 4 }, { title: '', text_content: 'Text' }],
		[{ title: null, text_content: '' }, { version: 4 }, { title: 'Title', text_content: '' }],
		[{}, { version: 4 }, { version: 4, edited_at: 9000 }],
	],
	store,
	rejects: { ...untouchable, stale_version: { expected_version: 2 } },
	keys: [{ title: 'Other' }, 'revision_conflict'],
	inTurn: { asked: [{}, { expected_version: 4 }], told: [{ version: 4 }, 'stale_version'] },
});
writes('moveRecords', {
	there,
	item: move,
	results: [
		[{}, { container: garden }, { container: garden, version: 4 }],
		[refile, { container: unclassified }],
	],
	store,
	rejects: {
		...untouchable,
		container_changed: [
			{ record_uid: 'filed' },
			{ ...refile, expected_container: topic('ideas') },
			{ expected_container: garden },
		],
		destination_unavailable: [{ destination: topic('old') }, { destination: topic('none') }],
	},
	again: 'container_changed',
});
writes('deleteRecords', {
	there,
	item: { record_uid: 'a', expected_version: 3 },
	results: [[{}, {}, { state: 'deleted', version: 4 }]],
	store,
	rejects: { ...untouchable, stale_version: { expected_version: 4 } },
	again: 'not_active',
});

story(
	'a record is created once for a key, and returned in its current container',
	['createRecords', create, { container: unclassified }],
	['moveRecords', ({ record_uid }) => ({ ...move, record_uid }), { status: 'succeeded' }],
	['createRecords', create, { container: garden }],
	['queryRecordTimeline', {}, { items: [{ send_at: 1000 }] }],
);
it('keys of other accounts and operations are other keys', async () => {
	const item = { ...create, item_id: 'x', idempotency_key: 'k' };
	const [mine] = (await a.data('createRecords', { items: [item] })).items;
	const [theirs] = (await b.data('createRecords', { items: [{ ...item, send_at: 2 }] })).items;
	expect(theirs.record_uid).not.toBe(mine.record_uid);
	const task = { item_id: 'x', idempotency_key: 'k', title: 'x' };
	expect((await a.post('createArrangements', { items: [task] })).status).toBe(200);
});
const earlier = { ...edit, expected_version: 4, edit_at: 8999 };
story(
	'edits that are older than the last one conflict, those of the same time do not',
	there,
	['updateRecords', { ...edit, idempotency_key: 'one' }, { version: 4 }],
	['updateRecords', earlier, { reason: 'revision_conflict' }],
	['updateRecords', { ...earlier, edit_at: 9000 }, { version: 5 }],
	// The first answer again, regardless of the later change
	['updateRecords', { ...edit, idempotency_key: 'one' }, { version: 4 }],
	['batchGetRecords', 'a', [{ version: 5 }]],
);
