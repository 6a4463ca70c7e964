import type {
	StoredRecording,
	StoredSpeakerLabel,
	StoredUtterance,
} from '../../../areas/Recordings/data';
import { rowsOf } from '../account';
import { a, byUid, cast, exactReads, finding, service, story } from '../kinds';

const times = { start_at: 1000, end_at: 2000, duration_ms: 1000 };
const kind = { source: 'long', ingest_origin: 'device', transcript_state: 'ready' } as const;
const usual = { ...times, ...kind, sealed: true, version: 1 };
/** Recordings of a second in which nobody speaks. */
const recordings = rowsOf<StoredRecording>(({ recordings }) => recordings, 'recording_uid', {
	...usual,
	speakers: [],
	utterances: [],
});
const says = (text: string, from: number, to: number, facts: object = {}): StoredUtterance => {
	return { start_offset_ms: from, end_offset_ms: to, speaker: 0, text, ...facts };
};
/** A recording from 5000 on in which somebody speaks from 5200 to 5300. */
const spoken = (speaker: object, facts: object = {}, utterance: object = {}) => ({
	start_at: 5000,
	end_at: 6000,
	speakers: [{ kind: 'user', display_name: 'X', ...speaker } as const],
	utterances: [says('Yes', 200, 300, utterance)],
	...facts,
});
const ada = { user_ref: 'ada', speaker_uid: 'ada_1' };
const by = { speaker_uids: ['ada_1'] };

finding('queryRecordings', {
	there: recordings({
		b: { end_at: 0, duration_ms: 500 },
		a: {},
		point: { start_at: 1500, end_at: undefined, duration_ms: 0 },
		said: spoken(ada),
		partly: spoken(ada, { transcript_state: 'partial' }),
		again: spoken({ user_ref: 'ada', speaker_uid: 'ada_2' }),
		linked: spoken({ user_ref: 'ada' }),
		named: spoken({ kind: 'named', speaker_uid: 'bo_1' }),
		unknown: spoken({ kind: 'unknown' }),
		lost: spoken(ada, {}, { unreadable: true }),
		soon: spoken(ada, { transcript_state: 'processing' }),
		hidden: spoken(ada, { unreadable: true }),
	}),
	names: 'recording_uid',
	finds: [
		[{}, 'a b point again linked lost named partly said soon unknown'],
		[{ order: 'desc', end_at: 5000 }, 'point b a'],
		// The end is the confirmed one, or else start and duration; without a length it is a point
		[{ start_at: 1000, end_at: 1001 }, 'a b'],
		[{ end_at: 1000 }, ''],
		[{ start_at: 1499, end_at: 1500 }, 'a b'],
		[{ start_at: 1500, end_at: 1501 }, 'a point'],
		[{ start_at: 1501, end_at: 2000 }, 'a'],
		[{ start_at: 2000, end_at: 5000 }, ''],
		[{ start_at: 1500, end_at: 1500 }, ''],
		[{ start_at: 1600, end_at: 1400 }, ''],
		[{ end_at: 0 }, ''],
		[{ speaker_user_refs: ['ada'] }, 'again linked partly said'],
		[by, 'partly said'],
		[{ speaker_uids: ['ada_1', 'ada_2'] }, 'again partly said'],
		[{ speaker_user_refs: ['ada'], speaker_uids: ['bo_1'] }, 'again linked named partly said'],
		[{ speaker_user_refs: ['ada_1'], speaker_uids: ['ada'] }, ''],
		[{ speaker_user_refs: [], speaker_uids: ['bo_1'] }, 'named'],
		// They speak in the range
		[{ ...by, start_at: 5299 }, 'partly said'],
		[{ ...by, start_at: 5300 }, ''],
		[{ ...by, end_at: 5201 }, 'partly said'],
		[{ ...by, end_at: 5200 }, ''],
	],
	shows: { a: { recording_uid: 'a', ...usual } },
});
exactReads('batchGetRecordings', {
	there: recordings({ a: spoken(ada, { ...times, name: 'Kiln' }), hidden: { unreadable: true } }),
	reads: { a: { name: 'Kiln' } },
	missing: 'hidden none',
	...byUid('recording_uid', 'recording', usual),
});

const labels = rowsOf<StoredSpeakerLabel>(({ speakerLabels }) => speakerLabels, 'speaker_uid', {});
finding('resolveRecordingSpeakers', {
	there: labels({
		b: { display_name: 'Ada Fields' },
		a: { display_name: 'Ada Fields', user_ref: 'ada' },
		phone: { display_name: 'Ada Fields (phone)', user_ref: 'ada' },
		low: { display_name: 'ada fields' },
		odd: { display_name: 'Kiln.* 50 % ' },
	}),
	names: 'speaker_uid',
	finds: [
		[{ query: 'Ada Fields' }, 'a b phone'],
		[{ query: 'ada' }, 'low'],
		[{ query: 'Kiln.*' }, 'odd'],
		[{ query: 'K.*n' }, ''],
		[{ query: '% ' }, 'odd'],
		[{ query: '%  ' }, ''],
	],
	shows: { a: { speaker_uid: 'a', display_name: 'Ada Fields', user_ref: 'ada' } },
});

const first = { kind: 'user', display_name: 'Ada', user_ref: 'ada' } as const;
const second = { kind: 'anonymous', display_name: 'Speaker 1' } as const;
/** A talk from 10,000 on, and sentences around and far above the 4000 characters of an item. */
const transcripts = recordings({
	talk: {
		start_at: 10_000,
		speakers: [{ ...first, speaker_uid: 'ada_1' }, second],
		utterances: [
			says('one', 0, 1000, { speaker: 1 }),
			says('long', 1000, 3000),
			says('three', 2000, 4000, { speaker: 1 }),
			says('moment', 5000, 5000),
		],
	},
	aloud: {
		transcript_state: 'partial',
		speakers: [second],
		utterances: [
			says('a'.repeat(4000), 0, 9),
			says('🎶'.repeat(9000), 1, 9),
			says('b'.repeat(4001), 1, 9, { lengthUnknown: true }),
			says('c', 2, 9, { unreadable: true }),
			says('d', 2, 9),
		],
	},
	soon: { transcript_state: 'processing', utterances: [says('e', 0, 9)] },
	hidden: { unreadable: true },
});
const transcript = 'queryRecordingTranscript';
const noPlace = { text_start_offset: null, text_end_offset: null, text_total_length: null };

finding(transcript, {
	there: transcripts,
	body: { recording_uid: 'talk' },
	// A short word, or the first character and its place in the sentence
	names: ({ text, text_start_offset: at }) =>
		text.length < 9 && text.length > 1 ? text : `${[...text][0]}${at ?? ''}`,
	finds: [
		[{}, 'one long three moment'],
		// Whole sentences that overlap the window
		[{ start_at: 10_999, end_at: 11_000 }, 'one'],
		[{ start_at: 11_000, end_at: 12_000 }, 'long'],
		[{ start_at: 12_999, end_at: 13_000 }, 'long three'],
		[{ start_at: 13_000 }, 'three moment'],
		[{ end_at: 11_001 }, 'one long'],
		[{ start_at: 15_000, end_at: 15_001 }, 'moment'],
		[{ start_at: 15_001 }, ''],
		[{ start_at: 14_000, end_at: 15_000 }, ''],
		[{ start_at: 12_000, end_at: 12_000 }, ''],
		[{ end_at: 0 }, ''],
		[{ recording_uid: 'aloud' }, 'a 🎶 b d'],
		[{ recording_uid: 'soon' }, ''],
	],
	// Bounded sentences have no offsets; in every other one they are null
	shows: {
		long: { start_offset_ms: 1000, end_offset_ms: 3000, utterance_index: null, ...noPlace },
		three: { start_offset_ms: 2000, end_offset_ms: 4000, speaker_index: 1 },
	},
	row: (text, facts) => ({ text, truncated: false, speaker_index: 0, ...facts }),
});
cast(transcript, {
	there: transcripts,
	body: { recording_uid: 'talk', limit: 2 },
	rows: 'utterances',
	people: 'speakers',
	name: 'text',
	pages: [
		[[first, second], 'one:1 long:0'],
		[[second, first], 'three:0 moment:1'],
	],
	missing: 'hidden none',
});

const aloud = { recording_uid: 'aloud' };
const full = { recording_uid: 'aloud', text_mode: 'full' };
const next = (body: object) => (last: { next_page_cursor: string }) => ({
	...body,
	page_cursor: last.next_page_cursor,
});
/** A fragment of a sentence; without a length of the whole one, if the service does not know it. */
const item = (from: number, to: number, total: number | null, truncated = true) => ({
	text_start_offset: from,
	text_end_offset: to,
	text_total_length: total,
	truncated,
});
const whole = { text: 'a'.repeat(4000), truncated: false };
const cut = { text: '🎶'.repeat(4000), truncated: true };

story(
	'a bounded sentence ends after 4000 characters, and a page before the text is too long',
	transcripts,
	[transcript, aloud, { transcript_state: 'partial', utterances: [whole, cut], has_more: true }],
	[transcript, next(full), /page_cursor belongs to another/],
	[transcript, { recording_uid: 'soon' }, { found: true, transcript_state: 'processing' }],
);
const rest = [
	item(0, 4000, null),
	item(4000, 8000, 9000),
	item(4000, 4001, null),
	item(8000, 9000, 9000),
	item(0, 1, 1, false),
];
story(
	'a full text comes in fragments, by time and then by character, over several pages',
	transcripts,
	[transcript, full, 'a0 🎶0'],
	[transcript, full, { utterances: [item(0, 4000, 4000, false), item(0, 4000, 9000)] }],
	[transcript, next(full), { utterances: rest, has_more: false }],
	({ settings }) => (settings.transcript.bodyBudget = 1),
	[transcript, full, 'a0'],
	[transcript, next({ ...full, limit: 9 }), '🎶0'],
	({ settings }) => Object.assign(settings.transcript, { bodyBudget: 1e9, missingFragment: 1 }),
	[transcript, full, 'a0 🎶0 b0 🎶8000 d0'],
	({ settings }) => (settings.transcript.missingFragment = 0),
	[transcript, full, 'a0 🎶4000 b4000 🎶8000 d0'],
);

interface Fragment {
	utterance_index: number;
	text_start_offset: number;
	text_end_offset: number;
	text: string;
}
/** The fragments of full texts, and the sentences that they make up. */
async function readFull(facts: object = {}) {
	const pages = await a.pages(transcript, { ...full, limit: 200, ...facts });
	const fragments: Fragment[] = pages.flatMap(({ utterances }) => utterances);
	const sentences: Record<number, string> = {};
	for (const { utterance_index: i, text_start_offset, text_end_offset, text } of fragments) {
		expect([...(sentences[i] ?? '')].length).toBe(text_start_offset);
		sentences[i] = (sentences[i] ?? '') + text;
		expect([...sentences[i]].length).toBe(text_end_offset);
	}
	return { fragments, sentences, numbers: Object.keys(sentences).map(Number) };
}

it('full texts are the same on irregular pages, in other fragments', async () => {
	transcripts(service);
	const { fragments, sentences } = await readFull();
	service.paging = 'irregular';
	const irregular = await readFull();
	expect(irregular.sentences).toEqual(sentences);
	expect(irregular.fragments.length).toBeGreaterThan(fragments.length);
});

it('the sentences of a full text have numbers that are valid for one read only', async () => {
	transcripts(service);
	const { numbers } = await readFull();
	expect(numbers.map((number) => number - numbers[0])).toEqual([0, 1, 2, 4]);
	for (const facts of [{ start_at: 0 }, { recording_uid: 'talk' }]) {
		expect((await readFull(facts)).numbers[0]).not.toBe(numbers[0]);
	}
});
