import { cutText, split } from '../../nodes/shared/values/longTexts';
import { codePoints } from '../../nodes/shared/values/converters';
import { randomOf } from '../support/random';

/** Texts that are too long: shortened, or divided into parts. */

const textsOf = (text: string, max: number, whole?: string[]) =>
	split(text, max, whole).map((part) => part.text);
const bare = (text: string) => text.replaceAll(/\s/gu, '');

describe('split', () => {
	it.each([
		[
			'between paragraphs',
			'First one.\n\nSecond one here.',
			20,
			['First one.', 'Second one here.'],
		],
		['between lines', 'First line\nsecond line of it', 18, ['First line', 'second line of it']],
		['between sentences', 'It is hot. It cools down.', 16, ['It is hot.', 'It cools down.']],
		['between Japanese sentences', '窯は熱い。いま冷えます。', 8, ['窯は熱い。', 'いま冷えます。']],
		['between words', 'one two three four', 9, ['one two', 'three', 'four']],
		['keeping the indentation of a line', 'a list:\n  - an item', 11, ['a list:', '  - an item']],
		['inside of a word that is too long', 'abcdefghij', 4, ['abcd', 'efgh', 'ij']],
		['between characters as people see them', '👩‍👩‍👧👩‍👩‍👧', 7, ['👩‍👩‍👧', '👩‍👩‍👧']],
		['not between a letter and its accent', 'aaae\u0301', 4, ['aaa', 'e\u0301']],
		['by code points', '😀😀😀', 2, ['😀😀', '😀']],
		['without the white space at its ends', '\n  one two\nthree\n ', 9, ['one two', 'three']],
		['not, if it fits without that', '\n  one\n\ntwo\n\n\n', 8, ['one\n\ntwo']],
		['not, if blanks alone are behind the limit', 'one two    ', 8, ['one two']],
		['not at all if it is white space', ' \n '.repeat(5), 8, []],
	])('divides %s', (_where, text, max, parts) => {
		expect(textsOf(text, max)).toEqual(parts);
	});

	it.each([
		['that has a blank inside', 'ask @Kiln Bot', 10, ['@Kiln Bot'], ['ask', '@Kiln Bot']],
		['that ends in a blank', 'ask @Kiln now', 10, ['@Kiln '], ['ask @Kiln ', 'now']],
		['that ends in blanks', 'ask @Kiln   now', 12, ['@Kiln   '], ['ask @Kiln   ', 'now']],
		['that ends in a line break', 'ask @Kiln\nnow', 10, ['@Kiln\n'], ['ask @Kiln\n', 'now']],
		['that ends in a blank, before more', 'ask @Kiln   now', 12, ['@Kiln '], ['ask @Kiln ', 'now']],
		['whose blank no longer fits', 'ask @Kiln now', 9, ['@Kiln '], ['ask', '@Kiln now']],
		['that ends in a blank, at the end', 'ask now @Kiln ', 9, ['@Kiln '], ['ask now', '@Kiln ']],
		['twice', 'ask @Kiln or @Kiln now', 10, ['@Kiln '], ['ask @Kiln ', 'or @Kiln ', 'now']],
		['at the end, before more', 'ask @Kiln   ', 10, ['@Kiln '], ['ask @Kiln ']],
		['that begins another', 'ask @Kiln  now', 11, ['@Kiln ', '@Kiln  '], ['ask @Kiln  ', 'now']],
		[
			'that another one overlaps',
			'ask @Kiln @Bot xyz',
			15,
			['@Kiln @Bot', '@Bot xyz'],
			['ask', '@Kiln @Bot xyz'],
		],
	])('neither divides nor trims a mention %s', (_which, text, max, whole, parts) => {
		expect(textsOf(text, max, whole)).toEqual(parts);
	});

	it('drops parts of white space alone', () => {
		expect(textsOf(`a${' '.repeat(30)}b`, 5)).toEqual(['a', 'b']);
	});

	it('says where each part begins', () => {
		expect(split('one two three', 8)).toEqual([
			{ text: 'one two', start: 0 },
			{ text: 'three', start: 8 },
		]);
	});
});

describe('shorten', () => {
	it.each([
		['keeps a text that fits', 'short', 5, 'short'],
		['drops white space around it first', 'short   ', 5, 'short'],
		['ends at a word', 'one two three', 10, 'one two…'],
		['ends at a word that just fits', 'one two three', 8, 'one two…'],
		['cuts a word that is too long', 'abcdefghij', 5, 'abcd…'],
		['does not cut a character in two', 'ab👩‍👩‍👧', 6, 'ab…'],
	])('%s', (_what, text, max, expected) => {
		expect(cutText(text, max)).toBe(expected);
	});
});

const PIECES = [
	' ',
	' ',
	'\n',
	'\n\n',
	'. ',
	'。',
	'a',
	'word',
	'é',
	'e\u0301',
	'😀',
	'👩‍👩‍👧',
	'🇩🇪',
	'漢',
	'@Kiln Bot',
];

it('loses nothing but white space, and keeps to the limit, for random texts', () => {
	const random = randomOf('texts');
	for (let round = 0; round < 2000; round++) {
		const length = random.int(0, 60);
		const text = Array.from({ length }, () => random.pick(PIECES)).join('');
		const max = random.int(12, 32);
		const parts = split(text, max);
		const told = `${JSON.stringify(text)}, ${max}`;
		expect([told, bare(parts.map((part) => part.text).join(''))]).toEqual([told, bare(text)]);
		for (const part of parts) {
			expect([told, codePoints(part.text) <= max]).toEqual([told, true]);
			expect([told, text.startsWith(part.text, part.start)]).toEqual([told, true]);
			expect([told, !/\p{Surrogate}/u.test(part.text)]).toEqual([told, true]);
		}
		expect([told, codePoints(cutText(text, max)) <= max]).toEqual([told, true]);
	}
});
