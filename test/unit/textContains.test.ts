import { FailureError } from '../../nodes/shared/errors';
import { containsWords } from '../../nodes/shared/polling';
import { looksForWords, refuseUnreadable } from '../../nodes/shared/polling/ownFilters';

const holds = (word: string, ...texts: unknown[]) =>
	containsWords({ filters: {}, own: { textContains: [word] } }, texts);

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

it('Text Contains takes one of several words, in one of several texts, and anything without words', () => {
	const of = (textContains?: unknown) => ({ filters: {}, own: { textContains } as never });
	expect(containsWords(of(['refund', 'invoice']), ['the tax', 'an invoice'])).toBe(true);
	expect(containsWords(of(['refund', 'invoice']), ['the tax', 'a bill'])).toBe(false);
	expect(containsWords(of(), [])).toBe(true);
	expect([looksForWords(of('a')), looksForWords(of())]).toEqual([true, false]);
});

it.each<[what: string, words: string | undefined, text: unknown, waits: boolean]>([
	['a text that the service cannot give, and words', 'a', null, true],
	['a text that the service cannot give', undefined, null, false],
	['no text', 'a', undefined, false],
	['a text', 'a', 'b', false],
])(
	'Text Contains waits for a text that is not there yet: %s',
	(_what, textContains, text, waits) => {
		const refuse = () => refuseUnreadable({ filters: {}, own: { textContains } as never }, text);
		if (waits) expect(refuse).toThrow(FailureError);
		else expect(refuse).not.toThrow();
	},
);
