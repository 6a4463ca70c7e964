import { fc } from '../support/random';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { callOutput } from '../../nodes/Calls/shared/callOutput';
import * as outputs from '../../nodes/shared/rows';
import { columnsOf } from '../../nodes/shared/rows/output';
import { postOutput } from '../../nodes/World/shared/outputs';

const { isoTimeIn } = outputs;
const utc = isoTimeIn('UTC');
const simplify = (row: IDataObject, ...how: [outputs.Output, outputs.IsoTime, boolean?]) =>
	outputs.simplify([row], ...how)[0];

it('writes a time as n8n prints it in the time zone of the workflow, to the millisecond', () => {
	const zones = [
		'Africa/Cairo',
		'America/New_York',
		'America/Sao_Paulo',
		'Antarctica/Troll',
		'Asia/Kathmandu',
		'Australia/Lord_Howe',
		'Europe/Berlin',
		'Europe/London',
		'Pacific/Apia',
		'Pacific/Chatham',
		'UTC',
	];
	const times = fc.array(fc.integer({ min: 0, max: 4_102_444_800_000 }), { minLength: 5 });
	fc.assert(
		fc.property(fc.constantFrom(...zones), times, (zone, list) => {
			const iso = isoTimeIn(zone);
			for (const time of list) {
				const text = iso(time);
				expect(text).toBe(DateTime.fromMillis(time, { zone }).toISO());
				expect(Date.parse(String(text))).toBe(time);
			}
		}),
		{ numRuns: 300 },
	);
});

it.each([
	['Europe/Berlin', '2026-03-29T01:00:00.000Z'],
	['America/New_York', '2026-11-01T06:00:00.000Z'],
	['Australia/Lord_Howe', '2026-04-04T15:00:00.000Z'],
	['Pacific/Apia', '2011-12-30T10:00:00.000Z'],
])('has the right offset on both sides of a change of the clocks in %s', (zone, change) => {
	const iso = isoTimeIn(zone);
	for (const offset of [-86_400_000, -3_600_000, -1, 0, 1, 3_600_000, 86_400_000]) {
		const time = Date.parse(change) + offset;
		expect(iso(time)).toBe(DateTime.fromMillis(time, { zone }).toISO());
	}
});

it('looks up the offset once for all times of a day', () => {
	const lookups = jest.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
	const iso = isoTimeIn('Europe/Berlin');
	const day = Date.parse('2026-06-15T00:00:00Z');
	for (let i = 0; i < 1000; i++) iso(day + i * 86_000);
	expect(lookups.mock.calls.length).toBeLessThanOrEqual(2);
	lookups.mockRestore();
});

it('writes times of a zone that does not exist in UTC', () => {
	expect(isoTimeIn('Mars/Base')(0)).toBe('1970-01-01T00:00:00.000Z');
});

it('puts useful fields first and keeps the others in their order', () => {
	const row = { uid: 'a', version: 3, title: 'Kiln', state: 'open', extra: true };
	expect(Object.keys(simplify(row, { fields: 'title? missing? state?' }, utc))).toEqual([
		'title',
		'state',
		'uid',
		'version',
		'extra',
	]);
});

it('writes times as ISO 8601, and keeps values that are not times', () => {
	const row = {
		a_at: 0,
		b_at: null,
		c_at: 'soon',
		d_at: '2026-01-01T10:00:00Z',
		e_at: 1.5,
		// A date-time without an offset is not a definite time
		f_at: '2026-01-01T10:00:00',
	};
	expect(simplify(row, { fields: '' }, isoTimeIn('Asia/Tokyo'))).toEqual({
		a_at: '1970-01-01T09:00:00.000+09:00',
		b_at: null,
		c_at: 'soon',
		d_at: '2026-01-01T19:00:00.000+09:00',
		e_at: 1.5,
		f_at: '2026-01-01T10:00:00',
	});
});

it('adds a readable duration and one in seconds to that in milliseconds', () => {
	const row = { duration_ms: 981_999, media_duration_ms: 0, other_duration_ms: -1 };
	expect(simplify(row, { fields: 'duration?' }, utc)).toEqual({
		duration: '00:16:21',
		duration_seconds: 981.999,
		media_duration: '00:00:00',
		media_duration_seconds: 0,
		...row,
	});
	expect(simplify({ duration_ms: 360_000_000 }, { fields: '' }, utc).duration).toBe('100:00:00');
});

it('flattens nested objects, with given names or the name of the object as prefix', () => {
	const row = {
		record: { title: 'Kiln', container: { kind: 'topic', topic_uid: 'top_1' } },
		source: { kind: 'chat' },
		list: [{ made_at: 0 }, 'text'],
		empty: null,
		summary: null,
	};
	const output = {
		fields: '',
		nested: {
			record: 'keep' as const,
			container: { kind: 'container' },
			source: {},
			empty: {},
			summary: { text: 'summary' },
		},
		lists: { list: { fields: '' } },
	};
	expect(simplify(row, output, utc)).toEqual({
		title: 'Kiln',
		container: 'topic',
		container_topic_uid: 'top_1',
		source_kind: 'chat',
		list: [{ made_at: '1970-01-01T00:00:00.000Z' }, 'text'],
	});
});

it('does not change its input', () => {
	const row = Object.freeze({ at: 1, made_at: 0, inner: Object.freeze({ made_at: 0 }) });
	expect(() => simplify(row, { fields: 'made_at?', nested: { inner: {} } }, utc)).not.toThrow();
});

it('sets omitted fields of rows to null, but not those of outcomes or options', () => {
	const output = { fields: 'title uid tags?' };
	expect(Object.entries(simplify({ uid: 'a' }, output, utc))).toEqual([
		['title', null],
		['uid', 'a'],
	]);
	expect(simplify({ uid: 'a' }, output, utc, false)).toEqual({ uid: 'a' });
});

it('has columns that do not depend on the rows: all fields, with those of chosen options', () => {
	const fields = 'title transcript? uid';
	expect(columnsOf(fields, [])).toEqual(['title', 'uid']);
	expect(columnsOf(fields, ['names', 'transcript'])).toEqual([
		'title',
		'transcript',
		'uid',
		'names',
	]);
});

it('accepts fields named like members of Object.prototype', () => {
	const inner = '{"constructor": 1, "toString": null, "__proto__": {"title": "no field"}}';
	const row = JSON.parse(`{"constructor": [{"a": 1}], "toString": 2, "inner": ${inner}}`) as object;
	const output = { fields: 'title? valueOf?', nested: { inner: {} }, lists: {} };
	const simple = simplify({ ...row }, output, utc);
	expect(Object.entries(simple)).toEqual([
		['constructor', [{ a: 1 }]],
		['toString', 2],
		['inner_constructor', 1],
		['inner_toString', null],
		['inner___proto__', { title: 'no field' }],
	]);
	const kept = simplify({ ...row }, { ...output, nested: { inner: 'keep' } }, utc);
	expect(kept).not.toHaveProperty('title');
	expect(Object.getPrototypeOf(kept)).toBe(Object.prototype);
});

it('lists the names of people who have one', () => {
	const people = [{ display_name: 'Ada Stone' }, { display_name: { toString: 1 } }, {}];
	const participants = people.map((each) => ({ ...each, role: 'caller', is_self: false }));
	expect(simplify({ participants }, callOutput, utc)).toMatchObject({ with: 'Ada Stone' });
	const files = [{ file_name: 'kiln.png' }, { file_name: { toString: 1 } }];
	expect(simplify({ files }, postOutput, utc)).toMatchObject({ file_names: 'kiln.png' });
});
