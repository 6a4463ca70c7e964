import { csvHeader, csvLine, FOR_PROGRAMS, forSpreadsheets } from '../../nodes/shared/rows/csv';
import { isoTimeIn } from '../../nodes/shared/rows/isoTime';

/** Cells of CSV files as spreadsheet programs read them. */

const sheet = forSpreadsheets(isoTimeIn('Europe/Berlin'));
const cell = (value: unknown, column = 'value', style = sheet) =>
	csvLine({ [column]: value as string }, new Set([column]), style).slice(0, -3);

it.each([
	['plain', 'plain'],
	['a;b', '"a;b"'],
	['a\tb', '"a\tb"'],
	['a,b', '"a,b"'],
	['say "a"', '"say ""a"""'],
	['a\r\nb', '"a\r\nb"'],
	[' a', '" a"'],
	[['a;b', 'c'], '"a;b, c"'],
	[-5, '-5'],
])('writes %j as %s', (value, text) => {
	expect(cell(value)).toBe(text);
});

it.each([
	'=1+1',
	'+1',
	'-1',
	'@SUM(A1)',
	'＝1',
	'\tx',
	'\rx',
	' =1+1',
	'\u00A0=1+1',
	'\u200B=1+1',
	'\uFEFF@SUM(A1)',
	' \u2060\u3164\n+1',
	'\u00AD＝1',
])('defuses the formula %j', (text) => {
	expect(cell(text).replace(/^"/, '')).toMatch(/^'/);
	expect(cell(text)).toContain(text);
});

it.each(['1=1', 'a -1', '\u200Ba=1', '👩‍🚀=1', "'=1"])('leaves the text %j', (text) => {
	expect(cell(text)).toBe(text);
});

it.each([
	['as long as a cell', 'a'.repeat(32_767), 'a'.repeat(32_767), 0],
	['longer', 'a'.repeat(32_768), `${'a'.repeat(32_766)}…`, 1],
	['a formula that its apostrophe makes longer', `=${'1'.repeat(32_766)}`, /^'=1{32764}…$/, 1],
	['with an emoji at the end of the cell', `${'a'.repeat(32_765)}👍👍`, /^a{32765}…$/, 1],
	['in quotes', '"'.repeat(32_768), /^"(""){32766}…"$/, 1],
	['a list', Array.from({ length: 9_000 }, () => 'aaaa'), /^"(aaaa, )+a*,? ?…"$/, 1],
])('cuts what a cell of a spreadsheet does not hold: %s', (_what, value, text, cuts) => {
	const cut: string[] = [];
	const style = forSpreadsheets(isoTimeIn('UTC'), {}, (column) => cut.push(column));
	const written = cell(value, 'transcript', style);
	if (text instanceof RegExp) expect(written).toMatch(text);
	else expect(written).toBe(text);
	expect(cut).toEqual(Array.from({ length: cuts }, () => 'transcript'));
	expect(cell(value, 'transcript', FOR_PROGRAMS)).not.toContain('…');
});

it('writes fields without a column as JSON in the last one', () => {
	const columns = new Set(['a']);
	expect(csvHeader(columns, sheet)).toBe('a,other\r\n');
	expect(csvLine({ new_field: ['x'], a: 1 }, columns, sheet)).toBe(
		'1,"{""new_field"":[""x""]}"\r\n',
	);
	expect(csvLine({ a: 1 }, columns, sheet)).toBe('1,\r\n');
});

it('leaves out what people do not need, and programs get', () => {
	const people = { from: 'Ada', from_user_ref: 'usr_1', creator_user_ref: 'usr_2' };
	const row = { ...people, duration: '00:00:01', duration_ms: 1000, start_ms: 5, version: 3 };
	const columns = new Set(Object.keys(row));
	expect(csvHeader(columns, sheet)).toBe('from,creator_user_ref,duration,start_ms,other\r\n');
	expect(csvLine(row, columns, sheet)).toBe('Ada,usr_2,00:00:01,5,\r\n');
	for (const style of [FOR_PROGRAMS, forSpreadsheets(isoTimeIn('UTC'), { simplify: false })])
		expect(csvHeader(columns, style)).toBe(`${[...columns].join(',')},other\r\n`);
});

it.each([
	['2026-11-21T20:17:10.000+01:00', '2026-11-21 20:17:10'],
	['2026-07-21T18:17:10Z', '2026-07-21 20:17:10'],
	['not a time', 'not a time'],
	[1_763_756_230_000, '1763756230000'],
])('writes the time %j for spreadsheets as %s', (value, text) => {
	expect(cell(value, 'started_at')).toBe(text);
	expect(cell(value, 'title')).toBe(String(value));
});

it.each([
	['=1+1', '=1+1'],
	['2026-11-21T20:17:10.000+01:00', '2026-11-21T20:17:10.000+01:00'],
	[['a', 'b'], '"[""a"",""b""]"'],
	[' a', '" a"'],
])('writes %j for programs as it is', (value, text) => {
	expect(cell(value, 'started_at', FOR_PROGRAMS)).toBe(text);
});
