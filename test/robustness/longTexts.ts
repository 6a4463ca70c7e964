import { fc, seedOf } from '../support/random';

/** Length of the texts in UTF-16 units: that of an hour's transcript, while a webhook of n8n takes 200 times as much. */
const LENGTH = 80_000;

/** Makes a text of a length. */
type Filler = (length: number) => string;

/** A text that nobody has made for a purpose. */
const PLAIN = filled('plain words, ')(LENGTH);

/** Texts that make careless work look at each of their places again and again. */
const KINDS: Record<string, Filler> = {
	digits: filled('7'),
	'digits and a mark': filled('7', '', '!'),
	'a fraction and a mark': filled('7', '1.', '!'),
	'a day and hyphens': filled('-', '5', 'June 2026'),
	'a month and blanks': filled(' ', 'June', '5, 2026 !'),
	'a day and colons': filled(':', '2026-01-01T', '!'),
	'days with slashes': filled('2026-06-31/'),
	blanks: filled(' ', 'x', 'x'),
	tabs: filled('\t', 'x', 'x'),
	'line breaks': filled('\n', 'x', 'x'),
	'line breaks of Windows': filled('\r\n', 'x', 'x'),
	'lines of blanks': filled(' \n\t', 'x', 'x'),
	'next lines': filled('\u0085', 'x', 'x'),
	'a quotation mark and blanks': filled(' ', '"', 'x'),
	'a quotation mark and line breaks': filled('\n', '"', 'x'),
	'an entry and line breaks': filled('\n', '"a",', 'x'),
	'entries in quotation marks': filled('"an entry",\n'),
	commas: filled(',', 'x', 'x'),
	'a quotation mark and commas': filled(',', '"', 'x'),
	'quotation marks': filled('"'),
	'escaped quotation marks': filled('\\"', '"'),
	backslashes: filled('\\'),
	'brackets that open': filled('['),
	'brackets that close': filled(')', '.'),
	'objects in objects': filled('{"a":'),
	'ends of sentences': filled('. '),
	hyphens: filled('-', 'x', 'x'),
	underscores: filled('_', 'a', 'A'),
	slashes: filled('/', 'https://svc.example/x', 'x'),
	mentions: filled('@'),
	'zero-width spaces': filled('\u200B', 'x', 'x'),
	joiners: filled('\u200D', 'x', 'x'),
	'joined emoji': filled('👩\u200D'),
	'one mark of a letter': filled('\u0301', 'e'),
	'marks out of order': filled('\u0315\u0300', 'e'),
	'marks of half width': filled('\u0315\uFF9E', 'e'),
	'parts of a language': (length) => `de${numbers(length / '-10000'.length).join('')}`,
	'signs of Markdown': filled('*_', '#'),
	arrows: filled('-->'),
};

/** A unit again and again between the begin and the end of a text. */
function filled(unit: string, begin = '', end = ''): Filler {
	return (length) => begin + unit.repeat((length - begin.length - end.length) / unit.length) + end;
}

function numbers(count: number): string[] {
	return Array.from({ length: count }, (_, i) => `-${10_000 + i}`);
}

/** Some of the kinds for a purpose, others with each SEED. */
export function kindsFor(purpose: string, count: number): string[] {
	const all = Object.keys(KINDS);
	const length = Math.min(count, all.length);
	const few = fc.shuffledSubarray(all, { minLength: length, maxLength: length });
	return fc.sample(few, { numRuns: 1, seed: seedOf(purpose) })[0];
}

/** Times the work of a plain text that nobody needs to look at. A square of the length is thousands of times. */
const FEW = 20;

/** Times the work of a text of a quarter of the length: between 4, where time grows with the length, and 16 with its square. */
const MOST = 10;

/** Processor time in microseconds that does not belong to the work, such as that of garbage. */
const OTHER = 100_000;

/**
 * Does work with texts of these kinds, and checks that its processor time grows with their length alone. Other programs do
 * not count, and a slow machine is slow with all of them. `textAt` gives texts for work with many at once: with the text of
 * its kind, those of the other kinds.
 */
export async function expectEvenWork(
	work: (text: string, textAt: (i: number) => string) => unknown,
	kinds: string[] = Object.keys(KINDS),
): Promise<void> {
	const all = Object.keys(KINDS);
	const plain = await timeOf(() => work(PLAIN, () => PLAIN));
	const slow: string[] = [];
	for (const kind of kinds) {
		const first = all.indexOf(kind);
		const timeFor = async (length: number) => {
			const texts = new Map(all.map((each) => [each, KINDS[each](length)]));
			const textAt = (i: number) => texts.get(all[(first + i) % all.length])!;
			return await timeOf(() => work(texts.get(kind)!, textAt));
		};
		let time = await timeFor(LENGTH);
		if (time <= FEW * plain + OTHER) continue;
		// Garbage of earlier work is collected at any moment, by threads that count as well, but hardly every time
		let quarter = await timeFor(LENGTH / 4);
		for (let more = 2; time > MOST * quarter && more > 0; more--) {
			time = Math.min(time, await timeFor(LENGTH));
			quarter = Math.max(quarter, await timeFor(LENGTH / 4));
		}
		if (time > MOST * quarter)
			slow.push(`${kind}: ${millis(time)}, a quarter of it ${millis(quarter)}`);
	}
	expect(slow).toEqual([]);
}

async function timeOf(work: () => unknown): Promise<number> {
	const before = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(before);
	return user + system;
}

function millis(micros: number): string {
	return `${Math.round(micros / 1000)} ms`;
}
