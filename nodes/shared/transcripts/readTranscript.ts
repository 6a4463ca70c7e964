import type { IDataObject } from 'n8n-workflow';

import { brokenAnswer, integerOf, isGiven, textOf, textIn, inlineIndexes } from '../api/answer';
import type { ExactRead } from '../api/exactRead';
import { paginate } from '../api/paginate';
import type { ReadContext } from '../api/reading';
import type { Path } from '../contract';
import { codePoints } from '../values/converters';

/** Transcript operation of the contract for one kind of object. */
export interface TranscriptSource {
	path: Path;
	/** Noun for the object that has the transcript */
	thing: string;
	/** Field with the object's UID */
	id: string;
	/** Fields of the object that tell people which one it is, by the names that rows of its speakers have for them */
	facts: Record<string, string>;
	/** Words by which people know the object; empty if it has none */
	called: (object: IDataObject) => string;
	/** Field of the object with its time */
	time: string;
	/** Exact read of the object, which has the state of the transcript */
	exact: ExactRead;
	/** Fields of an utterance with its start and end, in milliseconds from the start of the recording */
	start: string;
	end: string;
}

/** Part of a text that the service did not send, in code points: `from` inclusive, `to` exclusive. */
interface Gap {
	from: number;
	to: number;
}

/** A transcript, complete or up to the wanted number of utterances. */
export interface Transcript {
	found: boolean;
	/** `transcript_state` of the answer */
	state?: string;
	/** Fields of the service, with `speaker` instead of `speaker_index`. In full mode, utterances are complete */
	utterances: IDataObject[];
}

/**
 * Reads the transcript that `body` asks for (queryRecordingTranscript, queryCallTranscript). Speaker indexes are valid
 * only inside their page, so they are replaced page by page. In full mode, fragments of an utterance are joined.
 */
export async function readTranscript(
	source: TranscriptSource,
	reading: ReadContext,
	body: IDataObject,
	wanted = Infinity,
): Promise<Transcript> {
	const full = body.text_mode === 'full';
	const transcript: Transcript = { found: true, utterances: [] };
	const sentences = new Map<unknown, IDataObject[]>();
	const ask = async (url: Path, part: IDataObject) => (await reading.send(url, part)).data;
	// In full mode, rows are fragments, so utterances can be counted only after joining
	const walk = { wanted: full ? Infinity : wanted, list: 'utterances' };
	for await (const page of paginate({ url: source.path, ask }, body, walk)) {
		transcript.found = page.data.found !== false;
		transcript.state = textIn(page.data.transcript_state);
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

/** Adds a fragment to its utterance. A fragment without `utterance_index` is an utterance of its own. */
function group(sentences: Map<unknown, IDataObject[]>, fragment: IDataObject): void {
	const sentence = fragment.utterance_index ?? Symbol('alone');
	const fragments = sentences.get(sentence) ?? [];
	fragments.push(fragment);
	sentences.set(sentence, fragments);
}

/**
 * One utterance from its fragments, joined by their offsets in code points (contract document 2, reading rules of
 * recordings). If the fragments do not cover `text_total_length`, `truncated` is true and `gaps` lists the missing parts.
 * Without a total length, `truncated` of the fragments decides. Without offsets in the fragments, the utterance has none.
 */
function joined(fragments: IDataObject[]): IDataObject {
	const [first] = fragments;
	const gaps: Gap[] = [];
	let text = '';
	let end = 0;
	for (const fragment of inTextOrder(fragments)) {
		// Without offsets, fragments are joined in their order
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
	// Each of several fragments is marked truncated, so only offsets show whether the utterance is complete
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

/** An offset in code points; undefined if the fragment has none. Fails for a negative one. */
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
