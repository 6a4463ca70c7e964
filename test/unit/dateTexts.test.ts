import { fc } from '../support/random';

import { dayOrMonthFirst } from '../../nodes/shared/form';
import { columnIn } from '../../nodes/shared/values/dragged';
import { dateText, MONTHS, plainText, WEEKDAYS } from '../../nodes/shared/values/dateTexts';
import { toDay, toMillis } from '../../nodes/shared/values/dates';

const ZONE = 'Europe/Berlin';

/** The languages whose names of months and weekdays are read. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];
const DAY_MILLIS = 86_400_000;

/** A word in the letters of the tables. */
const folded = (word: string) => plainText(word).replace(/\.$|-feira$/g, '');

it.each([
	['month', MONTHS, (row: number) => Date.UTC(2026, row, 15)],
	['weekday', WEEKDAYS, (row: number) => Date.UTC(2026, 5, 14) + row * DAY_MILLIS],
] as const)('knows each usual name of a %s, in one row alone', (part, rows, timeOf) => {
	const words = rows.flat();
	expect(words.map(folded)).toEqual(words);
	expect(words.filter((word, i) => words.indexOf(word) !== i)).toEqual([]);
	for (const language of LANGUAGES)
		for (const style of ['long', 'short'] as const)
			for (const others of [{}, { day: 'numeric', year: 'numeric', month: 'long' }] as const)
				for (const [i, row] of rows.entries()) {
					const form = { ...others, [part]: style, timeZone: 'UTC' };
					const parts = new Intl.DateTimeFormat(language, form).formatToParts(timeOf(i));
					expect(row).toContain(folded(parts.find(({ type }) => type === part)!.value));
				}
});

it('reads every day as its locales write it, or finds that it can mean two days', () => {
	const full = LANGUAGES.map((language) => [language, { dateStyle: 'full' }] as const);
	const medium = ['en-GB', 'en-US', 'es', 'fr', 'it', 'nl'].map(
		(language) => [language, { dateStyle: 'medium' }] as const,
	);
	const numeric = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
	const numbers = ['en-GB', 'en-US', 'de-DE', 'nl-NL', 'fr-FR', 'pt-BR'].map(
		(language) => [language, numeric] as const,
	);
	const time = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2200, 0, 1) });
	fc.assert(
		fc.property(fc.constantFrom(...full, ...medium, ...numbers), time, ([locale, style], at) => {
			const day = new Date(at).toISOString().slice(0, 10);
			const text = new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' }).format(at);
			const [year, month, date] = day.split('-');
			const isOpen = /^\d\d[-/]/.test(text) && Number(date) <= 12 && date !== month;
			const order = locale === 'en-US' ? 'month' : 'day';
			const other = `${year}-${date}-${month}`;
			const read = isOpen
				? { readings: order === 'day' ? [day, other] : [other, day] }
				: { iso: day };
			expect([text, dateText(text)]).toEqual([text, expect.objectContaining(read)]);
			expect([text, dateText(text, order)]).toEqual([text, { iso: day }]);
		}),
	);
});

it('reads a date in its own form after each option', () => {
	expect(toMillis('05/06/2026 09:30', 'UTC', 'day')).toBe(Date.parse('2026-06-05T09:30:00Z'));
	expect(toMillis('05/06/2026 09:30', 'UTC', 'month')).toBe(Date.parse('2026-05-06T09:30:00Z'));
	expect(toMillis('05.06.2026', 'UTC')).toBe(Date.parse('2026-06-05'));
	expect(toMillis('05.06.2026', 'UTC', 'month')).toBe(Date.parse('2026-05-06'));
	expect(toDay('05.06.2026 23:00', ZONE)).toBe('2026-06-05');
});

it.each([
	["={{ $json['Fällig'] }}", "$json['Fällig']"],
	['={{$json.a}}', '$json.a'],
	['={{ $json["a b"][0].c }}', '$json["a b"][0].c'],
	["={{ $json['it\\'s }} here'] }}", "$json['it\\'s }} here']"],
	["={{ $('Read CSV').item.json['Due date'] }}", "$('Read CSV').item.json['Due date']"],
	['{{ $json.a }}', undefined],
	['=x{{ $json.a }}', undefined],
	['={{ $json }}', undefined],
	['={{ $json.a }}{{ $json.b }}', undefined],
	['={{ $json.a + 1 }}', undefined],
	['={{ $json.a.trim() }}', undefined],
	['={{ $json[$json.a] }}', undefined],
	[7, undefined],
])('finds the column of %s', (stored, column) => {
	expect(columnIn(stored)).toBe(column);
});

it('settles the date as the option describes it', () => {
	const days = dayOrMonthFirst.options!.map((option) => [
		(option as { value: string }).value,
		(option as { description: string }).description,
	]);
	expect(days).toEqual([
		['day', '05/06/2026 is 5 June 2026'],
		['month', '05/06/2026 is 6 May 2026'],
	]);
});
