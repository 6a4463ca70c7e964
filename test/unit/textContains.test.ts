import { containsWords } from '../../nodes/shared/polling';

const holds = (word: string, ...texts: unknown[]) =>
	containsWords({ filters: {}, own: { textContains: word } }, texts);

describe('Text Contains finds words in any form', () => {
	it.each([
		['another case', 'REFUND', 'our refund policy'],
		['ß and ss', 'strasse', 'Die Straße'],
		['ss and ß', 'STRAẞE', 'die strasse'],
		['the Turkish İ', 'istanbul', 'İSTANBUL'],
		['the Turkish ı', 'ISPARTA', 'ısparta'],
		['a final sigma', 'ΟΔΟΣ', 'στην οδος'],
		['a sigma inside', 'οδος', 'ΟΔΟΣΗ'],
		['full-width letters', 'invoice', 'ＩＮＶＯＩＣＥ 7'],
		['ligatures', 'office', 'our oﬃce'],
		['accents as marks of their own', 'café', 'cafe\u0301'],
		['a line break for a blank', 'refund policy', 'our refund\n\tpolicy'],
		['a blank that does not break', 'refund policy', 'our refund\u00a0policy'],
		['several blanks in the words', 'refund  policy', 'our refund policy'],
	])('%s', (_form, word, text) => {
		expect(holds(word, text)).toBe(true);
	});

	it('and no others', () => {
		expect(holds('refund', 'funding', null, undefined, '')).toBe(false);
		expect(holds('ab', 'a', 'b')).toBe(false);
	});
});
