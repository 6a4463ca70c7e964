import type { StoredSummary } from '../../../areas/Recordings/data';
import { type Change, rowsOf } from '../account';
import { finding, type Step, story } from '../kinds';

const kind = { kind: 'timeline', content_origin: 'business_recording_summary' } as const;
const times = { start_at: 1000, end_at: 2000, day_start_at: 0, created_at: 3000, updated_at: 3000 };
const version = { ...kind, generation_state: 'completed', ...times } as const;
/** Timelines that cover a second. */
const summaries = rowsOf<StoredSummary>(({ summaries }) => summaries, 'summary_uid', {
	...version,
	content_state: 'ready',
	format: 'markdown',
	text: '0🎶23456789',
});

finding('queryRecordingSummaries', {
	there: summaries({
		early: { created_at: 2000 },
		b: { kind: 'daily_summary' },
		a: { generation_state: 'failed' },
		later: { start_at: 3000, end_at: 4000 },
		hidden: { unreadable: true },
	}),
	names: 'summary_uid',
	finds: [
		[{}, 'later b a early'],
		[{ order: 'asc' }, 'early a b later'],
		[{ start_at: 1999, end_at: 3000 }, 'b a early'],
		[{ start_at: 2000, end_at: 3000 }, ''],
		[{ end_at: 1001 }, 'b a early'],
		[{ start_at: 1, end_at: 1000 }, ''],
		[{ start_at: 1500, end_at: 1500 }, ''],
		// 0 is no bound here
		[{ start_at: 0, end_at: 0 }, 'later b a early'],
		[{ start_at: 2000, end_at: 0 }, 'later'],
		[{ start_at: 0, end_at: 1000 }, ''],
		[{ kinds: ['daily_summary'] }, 'b'],
		[{ kinds: ['timeline'], generation_states: ['failed', 'processing'] }, 'a'],
	],
	shows: { early: { summary_uid: 'early', ...version, created_at: 2000 } },
});

const read = 'readRecordingSummary';
const a = { summary_uid: 'a' };
const four = { ...a, limit: 4 };
const next = (body: object) => (last: { next_page_cursor: string }) => ({
	...body,
	page_cursor: last.next_page_cursor,
});
const part = (text: string, from: number, to: number, has_more = true, total = 10) => ({
	text,
	text_start_offset: from,
	text_end_offset: to,
	text_total_length: total,
	has_more,
});
const nothing = { ...part('', 0, 0, false, 0), format: undefined };
const irregular: Change = (service) => (service.paging = 'irregular');
const change =
	(facts: Partial<StoredSummary>): Change =>
	({ account }) =>
		Object.assign(account('a').summaries.get('a')!, facts);

story(
	'the text of a summary is read in parts of any size, and only with its own cursors',
	summaries({ a: {}, b: {} }),
	[read, four, { ...a, found: true, content_state: 'ready', format: 'markdown' }],
	[read, four, { summary: { ...a, ...version, text: undefined }, ...part('0🎶23', 0, 4) }],
	[read, next({ ...a, limit: 1 }), part('4', 4, 5)],
	[read, next(a), part('56789', 5, 10, false)],
	irregular,
	[read, a, part('', 0, 0)],
	[read, next({ summary_uid: 'b' }), /page_cursor belongs to another/],
);
story(
	'a cursor of a text that has changed is refused',
	summaries({ a: {} }),
	[read, four, part('0🎶23', 0, 4)],
	change({ updated_at: 4000 }),
	[read, next(four), part('4567', 4, 8)],
	change({ text: 'abcdefghij' }),
	[read, next(four), /page_cursor belongs to content that has changed/],
	[read, four, part('abcd', 0, 4)],
	change({ content_state: 'processing' }),
	[read, next(four), /page_cursor belongs to content that has changed/],
);
story(
	'a summary that is not ready has no text, and one that cannot be read is not found',
	irregular,
	...(['processing', 'failed', 'unavailable'] as const).flatMap((content_state): Step[] => [
		summaries({ a: { content_state } }),
		[read, a, { ...a, found: true, summary: a, content_state, ...nothing }],
	]),
	summaries({ a: { unreadable: true } }),
	[read, a, { ...a, found: false, summary: null, content_state: undefined, ...nothing }],
	[read, { summary_uid: 'none' }, { found: false, summary: null, ...nothing }],
);
