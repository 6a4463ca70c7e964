import { FailureError } from '../../nodes/shared/errors';
import { containsWords } from '../../nodes/shared/polling';
import { looksForWords, refuseUnreadable } from '../../nodes/shared/polling/ownFilters';
import { ALIKE, DIFFERENT } from '../support/lookalikes';

const holds = (word: string, ...texts: unknown[]) =>
	containsWords({ filters: {}, own: { textContains: [word] } }, texts);

describe('Text Contains finds words in any form', () => {
	it.each([...ALIKE, ['a capital sharp s', 'STRAẞE', 'strasse']])('%s', (_form, one, other) => {
		expect(holds(one, `Of ${other}, \n and more`)).toBe(true);
		expect(holds(other, one)).toBe(true);
	});

	it.each(DIFFERENT)('and no others: %s, %s', (word, text) => {
		expect(holds(word, text)).toBe(false);
	});

	it('in each text alone, as a word or as a part of it', () => {
		expect(holds('refund', 'Our refunds')).toBe(true);
		expect(holds('οδος', 'ΟΔΟΣΗ')).toBe(true);
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
