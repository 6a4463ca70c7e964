import { useFakeService } from '../fakeService';
import {
	namesOfFirst,
	type StoredRecording,
	type StoredUtterance,
} from '../../areas/Recordings/data';
import { readPages } from '../pages';

const now = Date.UTC(2026, 5, 1);
const { service, a } = useFakeService({ now });

interface Speaker {
	kind: string;
	display_name: string;
	user_ref?: string;
}
interface Utterance {
	start_offset_ms: number;
	end_offset_ms: number;
	speaker_index: number;
	text: string;
	truncated: boolean;
	utterance_index?: number | null;
	text_start_offset?: number | null;
	text_end_offset?: number | null;
	text_total_length?: number | null;
}
interface Page {
	found: boolean;
	transcript_state?: string;
	speakers: Speaker[];
	utterances: Utterance[];
	has_more: boolean;
	next_page_cursor?: string;
}

const path = '/recordings/transcript/query';
const length = (text: string) => [...text].length;
const rows = () => service.account('a').recordings;
const named = (name: string) => [...rows().values()].find((row) => row.name === name)!;
const pagesOf = ({ recording_uid }: StoredRecording, body: object = {}) =>
	readPages<Page>(a, path, { recording_uid, ...body });
const utterancesOf = async (recording: StoredRecording, body: object = {}) =>
	(await pagesOf(recording, body)).flatMap(({ utterances }) => utterances);

/** A recording from 10,000 on with the given utterances. */
function sample(...utterances: Array<Partial<StoredUtterance>>): StoredRecording {
	const recording: StoredRecording = {
		recording_uid: `rcg_${rows().size}`,
		start_at: 10_000,
		end_at: 20_000,
		duration_ms: 10_000,
		source: 'long',
		ingest_origin: 'device',
		sealed: true,
		transcript_state: 'ready',
		version: 1,
		speakers: [{ kind: 'anonymous', display_name: 'Speaker 1' }],
		utterances: utterances.map((facts) => ({
			start_offset_ms: 0,
			end_offset_ms: 1000,
			speaker: 0,
			text: 'x',
			...facts,
		})),
	};
	rows().set(recording.recording_uid, recording);
	return recording;
}

/** Joins fragments to sentences, by utterance_index, and checks that nothing is missing. */
function join(fragments: Utterance[]): string[] {
	const sentences = new Map<number, Utterance[]>();
	for (const fragment of fragments) {
		const parts = sentences.get(fragment.utterance_index!) ?? [];
		sentences.set(fragment.utterance_index!, [...parts, fragment]);
	}
	return [...sentences.values()].map((parts) => {
		let at = 0;
		for (const { text_start_offset, text_end_offset, text, text_total_length } of parts) {
			expect(text_start_offset).toBe(at);
			expect(text_end_offset! - text_start_offset!).toBe(length(text));
			at = text_end_offset!;
			expect(text_total_length).toBe(parts[0].text_total_length);
		}
		if (parts[0].text_total_length !== null) expect(parts[0].text_total_length).toBe(at);
		return parts.map(({ text }) => text).join('');
	});
}

describe('a transcript', () => {
	it('is read completely, by time, with pages of 100 utterances by default', async () => {
		const long = named(namesOfFirst.long);
		expect(long.utterances).toHaveLength(1500);
		expect(long.duration_ms).toBe(3 * 3_600_000);
		const pages = await pagesOf(long);
		expect(pages[0].utterances).toHaveLength(100);
		const utterances = pages.flatMap((page) => page.utterances);
		expect(utterances).toHaveLength(1500);
		const starts = utterances.map(({ start_offset_ms }) => start_offset_ms);
		expect(starts).toEqual([...starts].sort((x, y) => x - y));
		expect(new Set(starts).size).toBeLessThan(1500);
		expect(pages[0]).toMatchObject({
			recording_uid: long.recording_uid,
			found: true,
			transcript_state: 'ready',
		});
	});

	it('has pages of 1 to 200', async () => {
		const { recording_uid } = named(namesOfFirst.long);
		expect((await a.data(path, { recording_uid, limit: 200 })).utterances).toHaveLength(200);
		expect(await a.refusal(path, { recording_uid, limit: 201 })).toMatch(/^limit/);
		expect(await a.refusal(path, { recording_uid, limit: 0 })).toMatch(/^limit/);
	});

	it('has speakers of all kinds, each once on a page, with indexes that are valid for that page only', async () => {
		const long = named(namesOfFirst.long);
		const pages = await pagesOf(long);
		const kinds = new Set(pages.flatMap(({ speakers }) => speakers.map(({ kind }) => kind)));
		expect([...kinds].sort()).toEqual(['anonymous', 'named', 'unknown', 'user']);
		// As stored; sentences that start at the same time keep their order.
		const said = [...long.utterances].sort((x, y) => x.start_offset_ms - y.start_offset_ms);
		for (const { speakers, utterances } of pages) {
			expect(speakers).toHaveLength(9);
			expect(speakers.filter(({ display_name }) => display_name === 'Ada Fields')).toHaveLength(3);
			for (const { speaker_index, text } of utterances) {
				const row = said.shift()!;
				const { speaker_uid: _uid, ...speaker } = long.speakers[row.speaker];
				expect([speakers[speaker_index], text]).toEqual([speaker, row.text]);
			}
			for (const { kind, user_ref } of speakers) {
				expect(user_ref !== undefined).toBe(kind === 'user');
			}
		}
		pages.slice(1).forEach(({ speakers }, i) => {
			const differ = speakers.filter(
				(speaker, j) => JSON.stringify(speaker) !== JSON.stringify(pages[i].speakers[j]),
			);
			expect(differ.length).toBeGreaterThan(5);
		});
	});

	it('lists only the speakers of the page', async () => {
		for (const { speakers, utterances } of await pagesOf(named(namesOfFirst.long), {
			limit: 30,
		})) {
			const indexes = new Set(utterances.map(({ speaker_index }) => speaker_index));
			expect([...indexes].sort()).toEqual(speakers.map((_, i) => i));
		}
	});

	it.each(['processing', 'failed', 'unavailable'] as const)(
		'is without text while %s',
		async (transcript_state) => {
			const recording = sample({});
			Object.assign(recording, { transcript_state });
			expect(await pagesOf(recording)).toEqual([
				{
					recording_uid: recording.recording_uid,
					found: true,
					transcript_state,
					speakers: [],
					utterances: [],
					has_more: false,
				},
			]);
			recording.transcript_state = 'ready';
			expect(await utterancesOf(recording)).toHaveLength(1);
		},
	);

	it('leaves out unreadable parts while partial', async () => {
		const partial = [...rows().values()].find(
			(row) => row.transcript_state === 'partial' && !row.unreadable,
		)!;
		const lost = partial.utterances.filter(({ unreadable }) => unreadable);
		expect(lost.length).toBeGreaterThan(0);
		expect(await utterancesOf(partial)).toHaveLength(partial.utterances.length - lost.length);
	});

	it('is not found if the recording cannot be read', async () => {
		const unreadable = [...rows().values()].find((row) => row.unreadable)!;
		const foreign = [...service.account('b').recordings.keys()][0];
		service.paging = 'irregular';
		for (const recording_uid of [unreadable.recording_uid, foreign, 'none']) {
			expect(await a.data(path, { recording_uid })).toEqual({
				recording_uid,
				found: false,
				speakers: [],
				utterances: [],
				has_more: false,
			});
		}
	});

	it('accepts a cursor only with the same recording, mode and window', async () => {
		const { recording_uid } = named(namesOfFirst.long);
		const { next_page_cursor: page_cursor } = await a.data(path, { recording_uid, limit: 2 });
		await a.data(path, { recording_uid, limit: 9, page_cursor });
		for (const body of [
			{ recording_uid, text_mode: 'full' },
			{ recording_uid, start_at: 0 },
			{ recording_uid: named(namesOfFirst.readingAloud).recording_uid },
		]) {
			expect(await a.refusal(path, { ...body, page_cursor })).toMatch(/^page_cursor/);
		}
	});
});

describe('bounded text', () => {
	it('is truncated at 4000 code points, and the rest is on no other page', async () => {
		const recording = named(namesOfFirst.readingAloud);
		const utterances = await utterancesOf(recording, { limit: 1 });
		const lengths = [40, 3999, 4000, 4000, 4000, 4000, 120, 4000, 4000, 30];
		expect(utterances.map(({ text }) => length(text))).toEqual(lengths);
		const cut = recording.utterances.map(({ text }) => length(text) > 4000);
		expect(utterances.map(({ truncated }) => truncated)).toEqual(cut);
		expect(cut.filter(Boolean)).toHaveLength(5);
		for (const { text } of utterances) expect(() => encodeURIComponent(text)).not.toThrow();
	});

	it('has no offsets, or null', async () => {
		const utterances = await utterancesOf(named(namesOfFirst.readingAloud));
		for (const field of ['utterance_index', 'text_start_offset', 'text_total_length'] as const) {
			expect(new Set(utterances.map((row) => row[field]))).toEqual(new Set([undefined, null]));
		}
	});
});

describe('full text', () => {
	it('consists of fragments that make up the full text', async () => {
		const recording = named(namesOfFirst.readingAloud);
		const fragments = await utterancesOf(recording, { text_mode: 'full' });
		expect(Math.max(...fragments.map(({ text }) => length(text)))).toBe(4000);
		expect(join(fragments)).toEqual(recording.utterances.map(({ text }) => text));
		for (const { truncated, text, text_total_length } of fragments) {
			if (text_total_length === null) expect(truncated).toBe(true);
			else expect(truncated).toBe(length(text) < text_total_length!);
		}
	});

	it('does not always have the length of a sentence', async () => {
		const fragments = await utterancesOf(named(namesOfFirst.readingAloud), { text_mode: 'full' });
		const unknown = fragments.filter(({ text_total_length }) => text_total_length === null);
		expect(unknown.map(({ text }) => length(text))).toEqual([4000, 4000]);
	});

	it('is sorted by time, then by character, even if two people speak at once', async () => {
		const texts = ['a'.repeat(9000), 'b'.repeat(5000)];
		const recording = sample({ text: texts[0] }, { text: texts[1] }, { start_offset_ms: 1 });
		const fragments = await utterancesOf(recording, { text_mode: 'full' });
		expect(fragments.map(({ text, text_start_offset }) => [text[0], text_start_offset])).toEqual([
			['a', 0],
			['b', 0],
			['a', 4000],
			['b', 4000],
			['a', 8000],
			['x', 0],
		]);
		expect(join(fragments)).toEqual([...texts, 'x']);
	});

	it('can end a page early, even in the middle of a sentence', async () => {
		const recording = named(namesOfFirst.readingAloud);
		const pages = await pagesOf(recording, { text_mode: 'full', limit: 200 });
		const sizes = pages.map(({ utterances }) =>
			utterances.reduce((sum, { text }) => sum + length(text), 0),
		);
		expect(pages.length).toBeGreaterThan(4);
		expect(Math.max(...sizes)).toBeLessThanOrEqual(10_000);
		const indexes = pages.map(({ utterances }) => utterances.map((row) => row.utterance_index));
		const torn = indexes.slice(1).filter((page, i) => page.some((n) => indexes[i].includes(n)));
		expect(torn.length).toBeGreaterThan(0);
		service.settings.transcript.bodyBudget = 1;
		const slow = await pagesOf(recording, { text_mode: 'full' });
		expect(new Set(slow.map(({ utterances }) => utterances.length))).toEqual(new Set([1]));
		expect(slow.flatMap(({ utterances }) => utterances.map(({ text }) => text))).toEqual(
			pages.flatMap(({ utterances }) => utterances.map(({ text }) => text)),
		);
	});

	it('is the same on irregular pages, in other fragments', async () => {
		service.paging = 'irregular';
		for (const name of Object.values(namesOfFirst)) {
			const recording = named(name);
			const pages = await pagesOf(recording, { text_mode: 'full', limit: 200 });
			const fragments = pages.flatMap(({ utterances }) => utterances);
			expect(pages.some(({ utterances }) => utterances.length === 0)).toBe(true);
			expect(fragments.length).toBeGreaterThan(recording.utterances.length * 1.5);
			for (const { text } of fragments) expect(() => encodeURIComponent(text)).not.toThrow();
			expect(join(fragments).sort()).toEqual(recording.utterances.map(({ text }) => text).sort());
		}
	});

	it('has sentence numbers that are valid for one read of one recording only', async () => {
		const numbers = async (recording: StoredRecording, body: object = {}) =>
			(await utterancesOf(recording, { text_mode: 'full', ...body })).map(
				(row) => row.utterance_index,
			);
		const long = named(namesOfFirst.long);
		const some = await numbers(long);
		expect(new Set(some).size).toBe(1500);
		expect(await numbers(long)).toEqual(some);
		expect((await numbers(long, { start_at: 0 }))[0]).not.toBe(some[0]);
		expect((await numbers(named(namesOfFirst.readingAloud)))[0]).not.toBe(some[0]);
	});

	it('has gaps when a test wants them', async () => {
		const recording = sample({ text: 'a'.repeat(9000) }, { start_offset_ms: 1, text: 'whole' });
		const offsets = async () =>
			(await utterancesOf(recording, { text_mode: 'full' })).map((row) => row.text_start_offset);
		expect(await offsets()).toEqual([0, 4000, 8000, 0]);
		service.settings.transcript.missingFragment = 1;
		expect(await offsets()).toEqual([0, 8000, 0]);
		service.settings.transcript.missingFragment = 0;
		expect(await offsets()).toEqual([4000, 8000, 0]);
	});
});

describe('a window of a transcript', () => {
	it('selects whole utterances by overlap, start inclusive, end exclusive', async () => {
		const recording = sample(
			{ text: 'first' },
			{ text: 'second', start_offset_ms: 1000, end_offset_ms: 3000 },
			{ text: 'third', start_offset_ms: 2000, end_offset_ms: 4000 },
			{ text: 'moment', start_offset_ms: 5000, end_offset_ms: 5000 },
		);
		const texts = async (start_at?: number, end_at?: number) =>
			(await utterancesOf(recording, { start_at, end_at })).map(({ text }) => text).join(' ');
		expect(await texts()).toBe('first second third moment');
		expect(await texts(10_999, 11_000)).toBe('first');
		expect(await texts(11_000, 12_000)).toBe('second');
		expect(await texts(12_999, 13_000)).toBe('second third');
		expect(await texts(13_000)).toBe('third moment');
		expect(await texts(undefined, 11_001)).toBe('first second');
		expect(await texts(15_000, 15_001)).toBe('moment');
		expect(await texts(15_001)).toBe('');
		expect(await texts(14_000, 15_000)).toBe('');
		expect(await texts(12_000, 12_000)).toBe('');
		expect(await texts(undefined, 0)).toBe('');
	});

	it('does not truncate text, in either mode', async () => {
		const recording = named(namesOfFirst.readingAloud);
		const { start_offset_ms, text } = recording.utterances[8];
		const start_at = recording.start_at + start_offset_ms + 1000;
		const window = { start_at, end_at: start_at + 1 };
		expect(join(await utterancesOf(recording, { text_mode: 'full', ...window }))).toEqual([text]);
		expect(await utterancesOf(recording, window)).toHaveLength(1);
	});
});
