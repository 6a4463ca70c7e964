import type { IDataObject } from 'n8n-workflow';

import { brokenAnswer, integerOf, isGiven, textOf } from '../api/answer';
import { inlineIndexes } from '../api/inlineIndexes';
import { paginate } from '../api/paginate';
import { type Reading } from '../api/reading';
import { codePoints } from '../parameters/converters';

/** Source of transcripts: the contract's operation for one kind of object. */
export interface TranscriptSource {
	/** Contract path */
	path: string;
	/** Noun of the object that has the transcript */
	thing: string;
	/** Field with the object's UID */
	id: string;
	/** Fields of an utterance with its start and end, in milliseconds from the beginning */
	start: string;
	end: string;
}

/** Code points of a text that the service did not send: from inclusive, to exclusive. */
export interface Gap {
	from: number;
	to: number;
}

/** A transcript, read to its end or to the number of utterances that is wanted. */
export interface Transcript {
	found: boolean;
	/** `transcript_state`, which says whether text may be missing */
	state?: string;
	/** The service's fields, with `speaker` instead of `speaker_index`; whole sentences in full mode */
	utterances: IDataObject[];
}

/**
 * Reads the transcript that `body` asks for. The speakers of a page belong to that page only, so they
 * are put in place at once. In full mode the fragments of a sentence are joined.
 */
export async function readTranscript(
	source: TranscriptSource,
	reading: Reading,
	body: IDataObject,
	wanted = Infinity,
): Promise<Transcript> {
	const full = body.text_mode === 'full';
	const transcript: Transcript = { found: true, utterances: [] };
	const sentences = new Map<unknown, IDataObject[]>();
	const ask = async (url: string, part: IDataObject) => (await reading.send(url, part)).data;
	// In full mode a page counts fragments: their sentences can only be counted once they are joined
	const walk = { wanted: full ? Infinity : wanted, list: 'utterances' };
	for await (const page of paginate({ url: source.path, ask }, body, walk)) {
		transcript.found = page.data.found !== false;
		transcript.state = page.data.transcript_state as string | undefined;
		if (!transcript.found) return transcript;
		const { speakers } = page.data;
		const said = inlineIndexes(page.rows, 'speaker_index', 'speaker', speakers);
		for (const utterance of said) transcript.utterances.push(utterance);
		if (!full) continue;
		for (const fragment of said) group(sentences, fragment);
		if (sentences.size > wanted) break;
	}
	if (full) transcript.utterances = [...sentences.values()].slice(0, wanted).map(joined);
	return transcript;
}

/** Collects the fragments of each sentence; one that belongs to no sentence stands alone. */
function group(sentences: Map<unknown, IDataObject[]>, fragment: IDataObject): void {
	const sentence = fragment.utterance_index ?? Symbol('alone');
	const fragments = sentences.get(sentence) ?? [];
	fragments.push(fragment);
	sentences.set(sentence, fragments);
}

/**
 * One sentence from its fragments, joined by their offsets in code points. `truncated` is true, and
 * `gaps` says where, when they do not cover `text_total_length`: then the service did not send it all.
 * Where the service does not tell the length, its own word on whether a fragment is cut counts, and
 * where it gives no offsets, the sentence has none either.
 */
function joined(fragments: IDataObject[]): IDataObject {
	const [first] = fragments;
	const gaps: Gap[] = [];
	let text = '';
	let end = 0;
	for (const fragment of inTextOrder(fragments)) {
		// Without offsets the fragments follow each other
		const from = offsetOf(fragment, 'text_start_offset') ?? end;
		if (from > end) gaps.push({ from: end, to: from });
		const own = textOf(fragment, 'text');
		text += from < end ? [...own].slice(end - from).join('') : own;
		end = Math.max(end, from + codePoints(own));
	}
	const total = fragments.find(({ text_total_length }) => isGiven(text_total_length));
	const length = (total && offsetOf(total, 'text_total_length')) ?? end;
	if (end < length) gaps.push({ from: end, to: length });
	const placed = fragments.some(({ text_start_offset }) => isGiven(text_start_offset));
	// Each of several fragments says that it is cut: only their offsets tell whether the sentence is whole
	const telling = !total && (!placed || fragments.length === 1);
	const cut = telling && fragments.some(({ truncated }) => truncated === true);
	return {
		...first,
		text,
		...(placed && { text_start_offset: 0, text_end_offset: end }),
		truncated: cut || gaps.length > 0,
		...(gaps.length > 0 && { gaps: gaps as unknown as IDataObject[] }),
	};
}

/** A number of code points, where the service gives one. */
function offsetOf(fragment: IDataObject, field: string): number | undefined {
	if (!isGiven(fragment[field])) return undefined;
	const offset = integerOf(fragment, field);
	if (offset < 0) throw brokenAnswer(`has a '${field}' below zero`);
	return offset;
}

function inTextOrder(fragments: IDataObject[]): IDataObject[] {
	const place = (fragment: IDataObject) => offsetOf(fragment, 'text_start_offset') ?? 0;
	return [...fragments].sort((a, b) => place(a) - place(b));
}
