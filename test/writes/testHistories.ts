import { share, shareOf } from '../support/effort';
import { historiesOf, preview, settingsOf, type Played } from './histories';
import type { Kind } from './kinds';

/** `npm test` plays the short histories of one of so many settings. */
const EVERY = 17;

/** True for kinds that change records, which are half of all histories: they have a test file of their own. */
export function isOfRecord(title: string): boolean {
	return /^Records: Record|^Chat: Message > Update/.test(title);
}

/** Declares tests that play the short histories of kinds. */
export function testHistories(kinds: Kind[]): void {
	describe.each(kinds.map((kind, i) => [`${kind.title} (${i})`, kind] as const))(
		'all short histories of %s',
		(_title, kind) => {
			it('make each item once at most, in its turn, and tell the truth', async () => {
				let count = 0;
				const flaws = new Map<string, string>();
				for (const base of share(shareOf(EVERY, [...settingsOf(kind)]))) {
					for await (const played of historiesOf(base)) {
						count++;
						note(played, flaws);
					}
				}
				process.stdout.write(`${kind.title}: ${count} histories\n`);
				expect(count).toBeGreaterThan(0);
				expect([...flaws]).toEqual([]);
			});

			it.each([1, 2])('write nothing with Validate Only, %s items', async (count) => {
				expect(await preview(kind, ['thing_a', 'thing_b'].slice(0, count))).toBe(0);
			});
		},
	);
}

/** Keeps the first history of each flaw, to play it again. */
export function note(
	{ history: { kind: _kind, ...rest }, flaws }: Played,
	into: Map<string, string>,
): void {
	for (const flaw of flaws) if (!into.has(flaw)) into.set(flaw, JSON.stringify(rest));
}
