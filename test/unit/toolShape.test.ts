import type { IDataObject } from 'n8n-workflow';

import { rowsOf } from '../../dev/engine/toolRows';
import { countWithin, partOf, shapeOf } from '../../nodes/shared/tools/shape';

const rows = (count: number, row: (i: number) => IDataObject) =>
	Array.from({ length: count }, (_each, i) => row(i));

describe('rows of a tool', () => {
	it('are one table from three on, with what all of them have in common above it', () => {
		const tasks = rows(3, (i) => ({ title: `Task ${i}`, status: 'following', due_at: i || null }));
		expect(shapeOf(tasks, true)).toEqual([
			{
				same_in_all_rows: { status: 'following' },
				columns: ['title', 'due_at'],
				rows: [
					['Task 0', null],
					['Task 1', 1],
					['Task 2', 2],
				],
			},
		]);
	});

	it('have their columns in one order, also if the first row lacks some', () => {
		const [{ columns }] = shapeOf(
			[
				{ a: 1, d: 1 },
				{ a: 2, b: 2, d: 2 },
				{ a: 3, b: 3, c: 3, d: 3 },
			],
			true,
		);
		expect(columns).toEqual(['a', 'b', 'c', 'd']);
	});

	it.each<[string, IDataObject[], boolean]>([
		['two', rows(2, (i) => ({ i })), true],
		['none', [], true],
		['those that are all the same', rows(3, () => ({ a: 1 })), true],
		['those as the service answered', rows(9, (i) => ({ i })), false],
	])('stay as they are: %s', (_what, given, isTable) => {
		expect(shapeOf(given, isTable)).toEqual(given);
	});

	it.each([1, 2, 3, 7, 50, 333])('lose nothing in a table of %i', (count) => {
		const given = rows(count, (i) => ({
			uid: i,
			team: 'Kiln',
			...(i % 2 && { text: `"${i}"` }),
			...(i % 3 && { tags: ['a', { b: i }] }),
		}));
		expect(rowsOf(shapeOf(given, true))).toEqual(given);
	});

	it.each([200, 1_000, 5_000, 1_000_000])(
		'are as many as fit into %i characters of their table, and no fewer',
		(most) => {
			for (const isTable of [true, false]) {
				const given = rows(500, (i) => ({ uid: i, team: 'Kiln', text: 'x'.repeat(i % 37) }));
				const count = countWithin(given, most, isTable);
				const length = (n: number) => JSON.stringify(shapeOf(given.slice(0, n), isTable)).length;
				expect(length(count)).toBeLessThanOrEqual(most);
				if (count < given.length) expect(length(count + 1)).toBeGreaterThan(most);
			}
		},
	);

	it('are at least one, and none of none', () => {
		expect(countWithin([{ text: 'x'.repeat(5000) }], 500, true)).toBe(1);
		expect(countWithin([], 500, true)).toBe(0);
	});
});

describe('parts', () => {
	const partsOf = (given: IDataObject[], maxCharacters: number) => {
		const parts: IDataObject[][] = [];
		for (let part = 1; part < 100; part++) {
			const shown = partOf(given, { maxCharacters, part }, true);
			if (String(shown[0]?.hint).startsWith('There is no part')) return { parts, last: shown };
			parts.push(shown);
		}
		throw new Error('There is no last part');
	};

	it('of a text end at the ends of lines, and are the whole text together', () => {
		const line = 'Mira: The kiln is at 1,200 degrees, "hot" 🌱.';
		const text = Array.from({ length: 80 }, (_each, i) => `${line} ${i}`).join('\n');
		const { parts, last } = partsOf([{ call_uid: 'call_1', text }], 1000);
		const texts = parts.map(([row]) => String(row.text));
		expect(texts.length).toBeGreaterThan(4);
		expect(texts.join('')).toBe(text);
		for (const part of texts.slice(0, -1)) expect(part).toMatch(/\. \d+\n$/);
		for (const [row] of parts) expect(JSON.stringify(row).length).toBeLessThanOrEqual(1000);
		const count = texts.length;
		expect(last).toEqual([
			{ hint: `There is no part ${count + 1}: the result has ${count} parts.` },
		]);
	});

	it.each([
		'a text without an end of a line or a word '.replaceAll(' ', ''),
		'"\n',
		'🌱',
		'\u0001',
	])('of a text of %j are within Max Characters, and the whole text together', (piece) => {
		const text = piece.repeat(2000);
		const { parts } = partsOf([{ text }], 2000);
		expect(parts.map(([row]) => row.text).join('')).toBe(text);
		for (const [row] of parts) expect(JSON.stringify(row).length).toBeLessThanOrEqual(2000);
	});

	it('of many rows are all rows together', () => {
		const given = rows(60, (i) => ({ uid: i, text: 'x'.repeat(i) }));
		const { parts, last } = partsOf(given, 600);
		expect(parts.flatMap(rowsOf)).toEqual(given);
		expect(last[0].hint).toBe(
			`There is no part ${parts.length + 1}: the result has ${parts.length} parts.`,
		);
	});

	it('are not there of what is whole', () => {
		for (const given of [[{ text: 'short' }], rows(3, (i) => ({ i }))])
			expect(partOf(given, { maxCharacters: 20_000, part: 2 }, true)).toEqual([
				{ hint: 'There is no part 2: the result is whole in part 1.' },
			]);
	});

	it('that cannot be asked for are left out, with how many they are', () => {
		const given = rows(60, (i) => ({ uid: i, text: 'x'.repeat(i) }));
		const shown = partOf(given, { maxCharacters: 600 }, true);
		const { count, hint } = shown.at(-1)!;
		expect(rowsOf(shown)).toEqual(given.slice(0, Number(count)));
		expect(hint).toBe(
			`${60 - Number(count)} more follow, but a result has at most 600 characters. They are left out.`,
		);
	});
});
