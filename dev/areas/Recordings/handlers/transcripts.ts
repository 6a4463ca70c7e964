import type { Answer, Documented, Request } from '../../../contract/types';
import { readingOf, type Call, type Handlers } from '../../../fake-service/call';
import type { StoredRecording, StoredSpeaker, StoredUtterance } from '../data/recordings';
import { openPosition, readPage, type Reading } from '../../../fake-service/paging';
import { digest } from '../../../fake-service/random';
import { compareKeys, orderRows, type Order, type Ordered } from '../../../fake-service/store';
import { castOf } from '../../../fake-service/handlers/cast';
import { readableRecording, readableUtterances, wasSpokenIn } from './recordings';

/** An utterance, or a part of one. */
interface Fragment {
	utterance: StoredUtterance;
	/** Position of the utterance in the recording. */
	ordinal: number;
	/** Length in code points. */
	from: number;
	to: number;
	total: number;
	text: string;
}

/** Maximum number of code points of an item. */
const maxText = 4000;

// "In-recording time, then in-sentence character order", taken literally: fragments of sentences that begin at the
// same time alternate.
const asSpoken: Order<Fragment> = {
	key: ({ utterance, ordinal, from }) => [utterance.start_offset_ms, from, ordinal],
	directions: [1, 1, 1],
};

/** Transcripts of recordings. */
export const transcripts: Handlers = {
	queryRecordingTranscript(call): Answer<'queryRecordingTranscript'> {
		const { recording_uid } = call.body;
		const recording = readableRecording(call, recording_uid);
		if (!recording) {
			return { recording_uid, found: false, speakers: [], utterances: [], has_more: false };
		}
		const reading = readingOf(call);
		const list = orderRows(fragmentsOf(call, recording), asSpoken);
		const { step } = openPosition(reading);
		const { items, ...rest } = readPage(withinBudget(call, reading, list), list);
		const { cast, indexOf } = castOf(items, step, ({ utterance }) => String(utterance.speaker));
		const full = call.body.text_mode === 'full';
		// Sentence numbers are valid within one read of one recording, so they differ between reads.
		const firstNumber = parseInt(digest(reading.filters).slice(0, 4), 16);
		return {
			recording_uid,
			found: true,
			transcript_state: recording.transcript_state,
			speakers: cast.map((speaker) => speakerView(recording.speakers[Number(speaker)])),
			utterances: items.map((fragment): Documented<'RecordingUtterance'> => ({
				start_offset_ms: fragment.utterance.start_offset_ms,
				end_offset_ms: fragment.utterance.end_offset_ms,
				speaker_index: indexOf(fragment),
				text: fragment.text,
				truncated: fragment.to - fragment.from < fragment.total,
				...(full ? coordinates(fragment, firstNumber) : noCoordinates(fragment)),
			})),
			...rest,
		};
	},
};

/** All items of a transcript, of all pages. */
function fragmentsOf(
	call: Call<Request<'queryRecordingTranscript'>>,
	recording: StoredRecording,
): Fragment[] {
	const { text_mode, start_at = -Infinity, end_at = Infinity } = call.body;
	const readable = new Set(readableUtterances(recording));
	return recording.utterances.flatMap((utterance, ordinal) => {
		if (!readable.has(utterance) || !wasSpokenIn(recording, utterance, start_at, end_at)) return [];
		const points = [...utterance.text];
		const total = points.length;
		const fragment = (from: number, to: number): Fragment => {
			return { utterance, ordinal, from, to, total, text: points.slice(from, to).join('') };
		};
		if (text_mode === 'bounded') return [fragment(0, Math.min(total, maxText))];
		const fragments: Fragment[] = [];
		let from = 0;
		do {
			const to = Math.min(total, from + fragmentLength(call, recording, ordinal, from, total));
			fragments.push(fragment(from, to));
			from = to;
		} while (from < total);
		const missing = call.settings.transcript.missingFragment;
		return fragments.filter((_, i) => fragments.length === 1 || i !== missing);
	});
}

/** Length of the fragment at `from`: the maximum, or on irregular pages any length. */
function fragmentLength(
	{ paging, seed }: Call,
	{ recording_uid }: StoredRecording,
	ordinal: number,
	from: number,
	total: number,
): number {
	if (paging === 'plain') return maxText;
	const dice = parseInt(digest(seed, recording_uid, ordinal, from).slice(0, 8), 16) / 2 ** 32;
	return 1 + Math.floor(dice * Math.min(maxText, total));
}

/** Limits a reading so that the text of the page stays within the body budget. */
function withinBudget(call: Call, reading: Reading, list: Ordered<Fragment>): Reading {
	const { after } = openPosition(reading);
	let length = 0;
	let limit = 0;
	for (const [i, key] of list.keys.entries()) {
		if (limit === reading.limit) break;
		if (after && compareKeys(key, after, list.directions) <= 0) continue;
		length += list.rows[i].to - list.rows[i].from;
		if (limit > 0 && length > call.settings.transcript.bodyBudget) break;
		limit++;
	}
	return { ...reading, limit: Math.max(1, limit) };
}

type Coordinates = Pick<
	Documented<'RecordingUtterance'>,
	'utterance_index' | 'text_start_offset' | 'text_end_offset' | 'text_total_length'
>;

function coordinates(
	{ utterance, ordinal, from, to, total }: Fragment,
	firstNumber: number,
): Coordinates {
	return {
		utterance_index: firstNumber + ordinal,
		text_start_offset: from,
		text_end_offset: to,
		text_total_length: utterance.lengthUnknown ? null : total,
	};
}

/** Bounded items have no offsets: some omit the fields, in others they are null. */
function noCoordinates({ ordinal }: Fragment): Coordinates {
	if (ordinal % 2 === 0) return {};
	return {
		utterance_index: null,
		text_start_offset: null,
		text_end_offset: null,
		text_total_length: null,
	};
}

function speakerView({ speaker_uid, ...speaker }: StoredSpeaker): Documented<'RecordingSpeaker'> {
	return speaker;
}
