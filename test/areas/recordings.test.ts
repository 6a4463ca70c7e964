import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';
import { parseSync } from 'subtitle';

import { overrideLimits } from '../../dev/limits';
import { PAGE_SIZES } from '../../nodes/shared/limits';
import { jsonOf, linksOf, nodeOf, useService } from '../support/useService';
import type { StoredRecording } from '../../dev/areas/Recordings/data';
import { namesOfFirst } from '../../dev/areas/Recordings/data';
import { filterBy, peopleById, uid } from '../../dev/contract/choices';
import { iso } from '../support/times';

const fixture = useService();

const account = () => fixture.service.account('a');
const node = nodeOf('svcRecordings');
const named = (name: string) =>
	[...account().recordings.values()].find((row) => row.name === name)!;
const squeezed = (text: string) => text.replace(/\s+/g, '');
const fileOf = (item: {
	binary?: Record<string, { data: string; fileName?: string; mimeType: string }>;
}) => {
	const file = Object.values(item.binary!)[0];
	return { ...file, text: Buffer.from(file.data, 'base64').toString('utf8') };
};
const spoken = (recording: StoredRecording) =>
	recording.utterances.filter(({ unreadable }) => !unreadable);

const transcriptOf = (recording: StoredRecording, parameters: IDataObject = {}) =>
	node('transcript', 'get', {
		recording: uid(recording.recording_uid),
		output: 'utterances',
		...parameters,
	});

const answer = (data: object) =>
	JSON.stringify({ code: 200, message: 'ok', request_id: 'r', data });

const SAID = {
	start_offset_ms: 0,
	end_offset_ms: 5,
	speaker_index: 0,
	text: 'hi',
	truncated: false,
};

/** Reads a transcript of one utterance, for which the service answers with `data`. */
async function readAs(data: object) {
	const whole = {
		found: true,
		transcript_state: 'ready',
		speakers: [{ kind: 'named', display_name: 'A' }],
		utterances: [SAID],
		has_more: false,
	};
	fixture.service.faults.add({ status: 200, body: answer({ ...whole, ...data }) });
	return await fixture.run(
		node('transcript', 'get', { recording: uid('recording_x'), output: 'utterances' }),
	);
}

describe('Recording', () => {
	it('lists all recordings once over irregular pages, newest first by default', async () => {
		fixture.service.paging = 'irregular';
		const { items } = await fixture.run(node('recording', 'getAll', { returnAll: true }));
		const starts = jsonOf(items).map(({ start_at }) => Date.parse(String(start_at)));
		expect(starts).toEqual([...starts].sort((a, b) => b - a));
		const readable = [...account().recordings.values()].filter((row) => !row.unreadable);
		expect(new Set(jsonOf(items).map(({ recording_uid }) => recording_uid)).size).toBe(
			readable.length,
		);
		expect(items).toHaveLength(readable.length);
	});

	it('selects by overlap: a recording that started before After is included', async () => {
		const long = named(namesOfFirst.long);
		const { items } = await fixture.run(
			node('recording', 'getAll', {
				returnAll: true,
				period: 'custom',
				after: long.start_at + 60_000,
				before: long.start_at + 120_000,
			}),
		);
		expect(jsonOf(items).map(({ recording_uid }) => recording_uid)).toContain(long.recording_uid);
	});

	it('reads 45 recordings by UID in 3 requests', async () => {
		const uids = [...account().recordings.keys()].slice(0, 45);
		const { items, errors } = await fixture.run({
			...node('recording', 'get', { recording: uid('={{ $json.uid }}') }),
			items: uids.map((value) => ({ uid: value })),
			settings: { onError: 'continueErrorOutput' },
		});
		expect(fixture.requests).toHaveLength(3);
		expect(items.length + errors.length).toBe(45);
		jsonOf(items).forEach(({ recording_uid }, i) =>
			expect(recording_uid).toBe(uids[Number(linksOf(items)[i])]),
		);
	});

	it('refuses more than 20 speakers and labels together before sending', async () => {
		const { error } = await fixture.run(
			node('recording', 'getAll', {
				filters: {
					speakers: peopleById('={{ Array.from({ length: 11 }, (_, i) => "u" + i) }}'),
					speakerLabels: filterBy(
						'speakerLabel',
						uid('={{ Array.from({ length: 10 }, (_, i) => "s" + i) }}'),
					),
				},
			}),
		);
		expect(error?.message).toBe(
			"'Speakers' and 'Speaker Labels' take at most 20 entries together, not 21",
		);
		expect(fixture.requests).toEqual([]);
	});

	it('accepts exactly 20 of them', async () => {
		const { error } = await fixture.run(
			node('recording', 'getAll', {
				filters: {
					speakers: peopleById('={{ Array.from({ length: 12 }, (_, i) => "u" + i) }}'),
					speakerLabels: filterBy(
						'speakerLabel',
						uid('={{ Array.from({ length: 8 }, (_, i) => "s" + i) }}'),
					),
				},
			}),
		);
		expect(error).toBeUndefined();
		expect(fixture.requests).toHaveLength(1);
	});

	it('adds the transcript to each recording if requested, with one request or more each', async () => {
		const { items } = await fixture.run(
			node('recording', 'getAll', { limit: 12, options: { includeTranscript: 'text' } }),
		);
		for (const { recording_uid, transcript, transcript_state } of jsonOf(items)) {
			const row = account().recordings.get(String(recording_uid))!;
			if (!['ready', 'partial'].includes(String(transcript_state))) {
				expect(transcript).toBeNull();
			} else {
				const texts = spoken(row).map(({ text }) => text);
				for (const text of texts) expect(squeezed(String(transcript))).toContain(squeezed(text));
			}
		}
	});

	it('sends nothing more for an item whose transcript could not be read', async () => {
		fixture.service.faults.add({ operation: 'queryRecordingTranscript', status: 400 });
		const { errors } = await fixture.run({
			...node('recording', 'getAll', { returnAll: true, options: { includeTranscript: 'text' } }),
			settings: { onError: 'continueErrorOutput' },
		});
		expect(errors).toHaveLength(1);
		const sent = fixture.requests.length;
		await sleep(300);
		expect(fixture.requests).toHaveLength(sent);
	});

	it('adds no empty transcript if the service no longer finds one', async () => {
		fixture.service.faults.add({
			operation: 'queryRecordingTranscript',
			status: 200,
			times: Infinity,
			body: answer({ found: false, speakers: [], utterances: [], has_more: false }),
		});
		for (const includeTranscript of ['text', 'utterances']) {
			const { items } = await fixture.run(
				node('recording', 'getAll', { limit: 5, options: { includeTranscript } }),
			);
			expect(jsonOf(items).map(({ transcript }) => transcript)).toEqual(items.map(() => null));
		}
	});

	it('finds speaker labels by part of their name', async () => {
		fixture.service.paging = 'irregular';
		const [{ display_name }] = account().speakerLabels.values();
		const { items } = await fixture.run(
			node('speaker', 'find', { query: display_name.slice(0, 3), returnAll: true }),
		);
		expect(jsonOf(items).map((row) => row.display_name)).toContain(display_name);
	});
});

describe('Transcript', () => {
	it('has the talk time of each speaker, read without long texts', async () => {
		const recording = named(namesOfFirst.long);
		const { items } = await fixture.run(transcriptOf(recording, { output: 'talkTime' }));
		const rows = jsonOf(items);
		const expected = spoken(recording);
		const whoOf = ({ user_ref, display_name, kind }: (typeof recording.speakers)[number]) =>
			user_ref ?? `${kind} ${display_name || '(unknown)'}`;
		for (const { speaker_name, speaker_kind, speaker_user_ref, utterances, seconds } of rows) {
			// Two labels of the recording belong to one person
			const who = speaker_user_ref ?? `${String(speaker_kind)} ${String(speaker_name)}`;
			const own = expected.filter(({ speaker }) => whoOf(recording.speakers[speaker]) === who);
			expect(utterances).toBe(own.length);
			const longest = own.reduce(
				(sum, { start_offset_ms, end_offset_ms }) => sum + end_offset_ms - start_offset_ms,
				0,
			);
			expect(Number(seconds)).toBeLessThanOrEqual(longest / 1000);
			expect(Number(seconds)).toBeGreaterThan(0);
		}
		expect(rows.reduce((sum, { share }) => sum + Number(share), 0)).toBeCloseTo(1, 10);
		expect(rows.map(({ seconds }) => seconds)).toEqual(
			rows.map(({ seconds }) => seconds).sort((a, b) => Number(b) - Number(a)),
		);
		const modes = fixture.asked('queryRecordingTranscript').map(({ text_mode }) => text_mode);
		expect(new Set(modes)).toEqual(new Set(['bounded']));
	});

	it('has the talk time of each speaker in all recordings of a list together', async () => {
		const list = node('recording', 'getAll', { outputAs: 'talkTime' });
		const rows = jsonOf((await fixture.run(list)).items);
		const modes = fixture.asked('queryRecordingTranscript').map(({ text_mode }) => text_mode);
		expect(new Set(modes)).toEqual(new Set([undefined]));
		expect(rows.reduce((sum, { share }) => sum + Number(share), 0)).toBeCloseTo(1, 10);
		// A speaker without an account is another one in each recording, which its row names
		const recordings = account().recordings;
		for (const { speaker_user_ref, recording_uid, recording_name, recording_start_at } of rows) {
			expect(recording_uid === null).toBe(speaker_user_ref !== null);
			const { name = null, start_at } = recordings.get(String(recording_uid)) ?? {};
			expect(recording_name).toBe(name);
			expect(recording_start_at).toBe(start_at ? iso(start_at) : null);
		}
		const people = rows.flatMap(({ speaker_user_ref }) => speaker_user_ref ?? []);
		expect(new Set(people).size).toBe(people.length);
	});

	it.each(['utterances', 'talkTime'])(
		'that is still processed has its state alone, and no talk time: %s',
		async (output) => {
			const recording = [...account().recordings.values()].find(
				({ transcript_state, unreadable }) => transcript_state === 'processing' && !unreadable,
			)!;
			const { items } = await fixture.run(transcriptOf(recording, { output }));
			expect(jsonOf(items)).toEqual(
				output === 'talkTime'
					? []
					: [{ recording_uid: recording.recording_uid, transcript_state: 'processing' }],
			);
		},
	);

	it.each(['plain', 'irregular'] as const)(
		'returns every complete sentence of a three-hour recording with its speaker, over %s pages',
		async (paging) => {
			fixture.service.paging = paging;
			const recording = named(namesOfFirst.long);
			const { items } = await fixture.run(transcriptOf(recording));
			const expected = spoken(recording);
			expect(expected.length).toBeGreaterThan(1000);
			expect(jsonOf(items).map(({ text }) => text)).toEqual(expected.map(({ text }) => text));
			expect(jsonOf(items).map(({ speaker_name }) => speaker_name)).toEqual(
				expected.map(({ speaker }) => recording.speakers[speaker].display_name),
			);
			expect(jsonOf(items).every(({ truncated }) => truncated === false)).toBe(true);
			expect(jsonOf(items)[0]).toMatchObject({
				recording_uid: recording.recording_uid,
				transcript_state: recording.transcript_state,
			});
		},
	);

	it.each(['plain', 'irregular'] as const)(
		'joins sentences of over 4000 characters byte for byte, over %s pages',
		async (paging) => {
			fixture.service.paging = paging;
			const recording = named(namesOfFirst.readingAloud);
			const { items } = await fixture.run(transcriptOf(recording));
			const longest = Math.max(...spoken(recording).map(({ text }) => [...text].length));
			expect(longest).toBeGreaterThan(12_000);
			expect(jsonOf(items).map(({ text }) => text)).toEqual(
				spoken(recording).map(({ text }) => text),
			);
		},
	);

	it('truncates sentences at 4000 characters in bounded mode, and marks them', async () => {
		const recording = named(namesOfFirst.readingAloud);
		const { items } = await fixture.run(
			transcriptOf(recording, { options: { textMode: 'bounded' } }),
		);
		for (const [i, { text }] of spoken(recording).entries()) {
			const shown = jsonOf(items)[i];
			expect(shown.text).toBe([...text].slice(0, 4000).join(''));
			expect(shown.truncated).toBe([...text].length > 4000);
		}
	});

	it('accepts a truncated fragment without offsets, and invents none', async () => {
		const unplaced = { text_start_offset: null, text_end_offset: null, text_total_length: null };
		const { items } = await readAs({ utterances: [{ ...SAID, ...unplaced, truncated: true }] });
		expect(jsonOf(items)).toEqual([
			expect.objectContaining({ text: 'hi', truncated: true, ...unplaced }),
		]);
		const plain = await readAs({ utterances: [{ ...SAID, truncated: true }] });
		expect(jsonOf(plain.items)[0]).toMatchObject({ truncated: true });
		expect(jsonOf(plain.items)[0]).not.toHaveProperty('text_start_offset');
	});

	it.each([
		[
			{ utterances: [{ ...SAID, speaker_index: null }] },
			"has a 'speaker_index' that points to nothing",
		],
		[
			{ utterances: [{ ...SAID, speaker_index: -1 }] },
			"has a 'speaker_index' that points to nothing",
		],
		[{ speakers: null }, "has a 'speaker_index' that points to nothing"],
		[{ speakers: [null] }, "has a 'speaker_index' that points to nothing"],
		[{ utterances: [null] }, "has an element in 'utterances' that is not an object"],
	])('says that the answer is broken: %j', async (data, flaw) => {
		const { error } = await readAs(data);
		expect(error?.message).toBe(`The answer of the service ${flaw}`);
	});

	it('reports which fragment of a sentence is missing', async () => {
		fixture.service.settings.transcript.missingFragment = 1;
		const recording = named(namesOfFirst.readingAloud);
		const { items } = await fixture.run(transcriptOf(recording));
		const cut = jsonOf(items).filter(({ truncated }) => truncated);
		expect(cut.length).toBeGreaterThan(0);
		// Without the length of the sentence the size of the gap at its end is unknown
		for (const { gaps, text, text_total_length } of cut) {
			if (text_total_length === null) continue;
			const missing = (gaps as Array<{ from: number; to: number }>).reduce(
				(sum, { from, to }) => sum + to - from,
				0,
			);
			expect(missing).toBeGreaterThan(0);
			if (text_total_length) expect([...String(text)].length + missing).toBe(text_total_length);
		}
	});

	it.each(['srt', 'vtt'])(
		'writes %s that a parser reads back as the same sentences',
		async (output) => {
			const recording = named(namesOfFirst.long);
			const { items } = await fixture.run(transcriptOf(recording, { output }));
			const file = fileOf(items[0] as never);
			expect(file.fileName).toMatch(/ \d{4}-\d\d-\d\d \d\d\.\d\d\.\w{3}$/);
			expect(file.fileName).toContain(recording.name!.slice(0, 20));
			expect(file.text).toBe(items[0].json.text);
			const cues = parseSync(file.text).flatMap((cue) => (cue.type === 'cue' ? [cue.data] : []));
			const plain = (text: string) =>
				output === 'srt'
					? text
					: text
							.replace(/<[^>]*>/g, '')
							.replace(/&lt;/g, '<')
							.replace(/&gt;/g, '>')
							.replace(/&amp;/g, '&');
			expect(cues.map(({ text }) => squeezed(plain(text)))).toEqual(
				spoken(recording).map(({ text }) => squeezed(text)),
			);
			expect(cues.map(({ start }) => start)).toEqual(
				spoken(recording).map(({ start_offset_ms }) => start_offset_ms),
			);
		},
	);

	it.each([
		['markdown', 'md', 'text/markdown'],
		['text', 'txt', 'text/plain'],
	])('writes %s under the chosen field', async (output, extension, mimeType) => {
		const recording = named(namesOfFirst.readingAloud);
		const { items } = await fixture.run(
			transcriptOf(recording, { output, binaryPropertyName: 'file' }),
		);
		expect(items[0].json).toMatchObject({
			recording_uid: recording.recording_uid,
			transcript_state: recording.transcript_state,
			utterance_count: spoken(recording).length,
			truncated: false,
		});
		expect(items[0].binary).toHaveProperty('file');
		expect(fileOf(items[0] as never)).toMatchObject({ mimeType });
		expect(fileOf(items[0] as never).fileName).toMatch(new RegExp(`\\.${extension}$`));
		for (const { text } of spoken(recording)) {
			expect(squeezed(String(items[0].json.text))).toContain(squeezed(text));
		}
	});

	it('uses the file name of the user, or writes no file', async () => {
		const recording = named(namesOfFirst.readingAloud);
		const options = { fileName: 'reading.txt' };
		const { items } = await fixture.run(
			transcriptOf(recording, { output: 'text', binaryPropertyName: 'data', options }),
		);
		expect(fileOf(items[0] as never).fileName).toBe('reading.txt');
		const without = await fixture.run(transcriptOf(recording, { output: 'text' }));
		expect(without.items[0].binary).toBeUndefined();
		expect(without.items[0].json.text).not.toBe('');
	});

	it.each(['processing', 'failed', 'unavailable'])(
		'reports a transcript that is %s, and invents no text',
		async (state) => {
			const recording = [...account().recordings.values()].find(
				({ transcript_state, unreadable }) => transcript_state === state && !unreadable,
			)!;
			const { items } = await fixture.run(transcriptOf(recording));
			expect(jsonOf(items)).toEqual([
				{ recording_uid: recording.recording_uid, transcript_state: state },
			]);
			const written = await fixture.run(transcriptOf(recording, { output: 'text' }));
			expect(jsonOf(written.items)[0]).toMatchObject({ transcript_state: state, text: '' });
		},
	);

	it('of the newest recording that is not ready: says where those that are ready can be seen', async () => {
		for (const each of account().recordings.values()) each.transcript_state = 'processing';
		const newest = node('recording', 'getAll', {
			limit: 1,
			options: { includeTranscript: 'text' },
		});
		for (const each of [newest, transcriptOf(named(namesOfFirst.long), { output: 'text' })]) {
			const { hints } = await fixture.run(each);
			expect(hints.slice(0, 2)).toEqual([
				'1 of 1 transcripts are not ready yet: processing.',
				'From List of Transcript > Get shows which ones are ready.',
			]);
		}
	});

	it('of a table of many pages: counts once for all what is not ready, and what its cells do not hold', async () => {
		const all = [...account().recordings.values()];
		for (const each of all) each.transcript_state = 'processing';
		all[0].transcript_state = 'failed';
		const table = node('recording', 'getAll', {
			returnAll: true,
			outputAs: 'csv',
			options: { includeTranscript: 'text' },
		});
		const restore = overrideLimits({ maxCell: 20 });
		const sizes = { ...PAGE_SIZES };
		PAGE_SIZES['/api/v1/recordings/query'] = 3;
		const { items, hints } = await fixture.run(table);
		const rows = Number(items[0].json.rows);
		Object.assign(PAGE_SIZES, sizes);
		restore();
		expect(hints.filter((hint) => hint.includes('transcripts'))).toEqual([
			`${rows - 1} of ${rows} transcripts are not ready yet: processing.`,
			`1 of ${rows} transcripts have no text: failed.`,
		]);
		expect(hints.filter((hint) => hint.includes('are cut at the 20 characters'))).not.toEqual([]);
	});

	it('stops after Max Utterances, with complete sentences', async () => {
		const recording = named(namesOfFirst.readingAloud);
		const { items } = await fixture.run(transcriptOf(recording, { options: { maxUtterances: 3 } }));
		expect(jsonOf(items).map(({ text }) => text)).toEqual(
			spoken(recording)
				.slice(0, 3)
				.map(({ text }) => text),
		);
	});

	const fragment = (utterance_index: number, text: string, from: number, length: number) => ({
		utterance_index,
		text,
		text_start_offset: from,
		text_end_offset: from + text.length,
		text_total_length: length,
		speaker_index: 0,
		start_offset_ms: 0,
		end_offset_ms: 1,
		truncated: text.length < length,
	});
	const page = (utterances: object[], next_page_cursor?: string) => ({
		status: 200,
		body: JSON.stringify({
			code: 200,
			data: {
				found: true,
				transcript_state: 'ready',
				speakers: [{ display_name: 'Ada' }],
				utterances,
				has_more: next_page_cursor !== undefined,
				next_page_cursor,
			},
		}),
	});

	it('joins fragments by their offsets, and marks missing text', async () => {
		fixture.service.faults.add(
			page([fragment(0, '56789', 5, 12), fragment(0, '0123456', 0, 12)], 'a'),
			page([fragment(1, 'Whole.', 0, 6)]),
		);
		const { items } = await fixture.run(transcriptOf(named(namesOfFirst.long)));
		expect(jsonOf(items)).toMatchObject([
			{ text: '0123456789', truncated: true, gaps: [{ from: 10, to: 12 }] },
			{ text: 'Whole.', truncated: false },
		]);
		expect(jsonOf(items)[1]).not.toHaveProperty('gaps');
	});

	it('reads the last of Max Utterances completely, even if a page ends in the middle of it', async () => {
		fixture.service.faults.add(
			page([fragment(0, 'One.', 0, 4), fragment(1, 'Two ', 0, 10)], 'a'),
			page([fragment(1, 'and on', 4, 10), fragment(2, 'Three.', 0, 6)], 'b'),
			page([fragment(3, 'Never read.', 0, 11)]),
		);
		const { items } = await fixture.run(
			transcriptOf(named(namesOfFirst.long), { options: { maxUtterances: 2 } }),
		);
		expect(jsonOf(items)).toMatchObject([
			{ text: 'One.', truncated: false },
			{ text: 'Two and on', truncated: false },
		]);
		expect(fixture.requests).toHaveLength(2);
	});

	it('reads a span of time, in complete sentences', async () => {
		const recording = named(namesOfFirst.long);
		const [from, to] = [600_000, 660_000].map((offset) => recording.start_at + offset);
		const { items } = await fixture.run(
			transcriptOf(recording, { filters: { after: from, before: to } }),
		);
		const expected = spoken(recording).filter(
			({ start_offset_ms, end_offset_ms }) =>
				recording.start_at + start_offset_ms < to && recording.start_at + end_offset_ms >= from,
		);
		expect(items.length).toBeGreaterThan(0);
		expect(Math.abs(items.length - expected.length)).toBeLessThanOrEqual(1);
	});

	it('fails for a recording that cannot be read, or outputs the outcome', async () => {
		const missing = { recording: uid('nobody') };
		const { error } = await fixture.run(node('transcript', 'get', missing));
		expect(error?.message).toBe(
			'The recording "nobody" does not exist or is not readable with this key',
		);
		const { items } = await fixture.run(
			node('transcript', 'get', { ...missing, options: { ifNotFound: 'output' } }),
		);
		expect(jsonOf(items)).toEqual([{ recording_uid: 'nobody', found: false }]);
	});
});

describe('Summary', () => {
	const getText = (summaryUid: string, parameters: IDataObject = {}) =>
		node('summary', 'getText', { summary: uid(summaryUid), ...parameters });
	async function inPagesOf<T>(summaryPage: number, run: () => Promise<T>): Promise<T> {
		const restore = overrideLimits({ summaryPage });
		return await run().finally(restore);
	}
	const ready = (format: string) =>
		[...account().summaries.values()]
			.filter((row) => row.content_state === 'ready' && row.format === format && !row.unreadable)
			.sort((a, b) => b.text.length - a.text.length)[0];

	it.each(['plain', 'irregular'] as const)(
		'lists versions over %s pages, latest covered time first',
		async (paging) => {
			fixture.service.paging = paging;
			const { items } = await fixture.run(
				node('summary', 'getAll', { returnAll: true, filters: { kinds: ['timeline'] } }),
			);
			const starts = jsonOf(items).map(({ start_at }) => Date.parse(String(start_at)));
			expect(starts).toEqual([...starts].sort((a, b) => b - a));
			const timelines = [...account().summaries.values()].filter(
				({ kind, unreadable }) => kind === 'timeline' && !unreadable,
			);
			expect(items).toHaveLength(timelines.length);
		},
	);

	it.each(
		['markdown', 'json', 'text'].flatMap(
			(format) =>
				[
					[format, 'plain'],
					[format, 'irregular'],
				] as const,
		),
	)('joins the pages of a long %s body, over %s pages', async (format, paging) => {
		fixture.service.paging = paging;
		const summary = ready(format);
		const { items } = await inPagesOf(5000, () =>
			fixture.run(getText(summary.summary_uid, { binaryPropertyName: 'data' })),
		);
		const [{ json }] = items;
		expect(json).toMatchObject({ content_state: 'ready', format, text: summary.text });
		expect(json.content).toEqual(format === 'json' ? JSON.parse(summary.text) : null);
		expect(fileOf(items[0] as never).text).toBe(summary.text);
		if (summary.text.length > 20_000) expect(fixture.requests.length).toBeGreaterThan(3);
	});

	it('creates no file unless a field is named for it', async () => {
		const { items } = await fixture.run(getText(ready('markdown').summary_uid));
		expect(items[0].json.text).not.toBe('');
		expect(items[0].binary).toBeUndefined();
	});

	it('starts again at the first page if the version changes while reading', async () => {
		fixture.expectViolations();
		const summary = ready('markdown');
		let changed = false;
		const stop = fixture.service.listen(({ status }) => {
			if (status !== 200 || changed) return;
			changed = true;
			summary.text = `${summary.text}\n\nOne more line 🎧`;
		});
		const { items, error } = await inPagesOf(5000, () => fixture.run(getText(summary.summary_uid)));
		stop();
		expect(error).toBeUndefined();
		expect(items[0].json.text).toBe(summary.text);
	});

	it.each(['processing', 'failed', 'unavailable'])(
		'returns the state of a summary that is %s, and no text',
		async (state) => {
			const summary = [...account().summaries.values()].find(
				({ content_state, unreadable }) => content_state === state && !unreadable,
			)!;
			const { items } = await fixture.run(getText(summary.summary_uid));
			expect(items[0].json).toMatchObject({ content_state: state, text: null });
			expect(items[0].binary).toBeUndefined();
		},
	);

	it('fails for a summary that cannot be read', async () => {
		const { error } = await fixture.run(getText('nobody'));
		expect(error?.message).toBe(
			'The summary "nobody" does not exist or is not readable with this key',
		);
	});
});

it('treats a summary in an unknown format as plain text', async () => {
	fixture.service.faults.add({
		status: 200,
		body: answer({
			found: true,
			summary: { updated_at: 1 },
			content_state: 'ready',
			format: 'constructor',
			text: 'x',
			text_start_offset: 0,
			text_end_offset: 1,
			text_total_length: 1,
			has_more: false,
		}),
	});
	const file = { binaryPropertyName: 'data' };
	const { items } = await fixture.run(
		node('summary', 'getText', { summary: uid('summary_x'), ...file }),
	);
	expect(fileOf(items[0])).toMatchObject({ text: 'x', mimeType: 'text/plain' });
});
