import { csvHeader, csvLine } from '../../nodes/shared/outputs/csv';

/** Cells of CSV files as spreadsheet programs read them. */

const cell = (value: unknown) =>
	csvLine({ value: value as string }, new Set(['value'])).slice(0, -3);

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

it('writes fields without a column as JSON in the last one', () => {
	const columns = new Set(['a']);
	expect(csvHeader(columns)).toBe('a,other\r\n');
	expect(csvLine({ new_field: ['x'], a: 1 }, columns)).toBe('1,"{""new_field"":[""x""]}"\r\n');
	expect(csvLine({ a: 1 }, columns)).toBe('1,\r\n');
});
