import type { IDataObject } from 'n8n-workflow';

import { integerOf, isGiven, objectOf } from '../api/answer';
import type { TranscriptSource } from './readTranscript';

/** Talk time of a speaker, in a transcript or in several. */
type Talk = {
	/** The speaker as the service describes it */
	speaker: IDataObject;
	/** Time in which the speaker speaks, in seconds with up to three decimals */
	seconds: number;
	/** Number of utterances */
	utterances: number;
	/** Number of transcripts, if there are several */
	transcripts?: number;
};

/** Talk time of a speaker beside that of the others. */
export type TalkTime = Talk & {
	/** Part of the talk time of all speakers, from 0 to 1 with three decimals; the shares add up to 1, unless all are 0 */
	share: number;
};

interface Utterance {
	start: number;
	end: number;
}

/** A speaker with the times of the utterances, in milliseconds. */
interface Speech {
	speaker: IDataObject;
	spans: Utterance[];
}

/** Thousandths, in which shares are counted. */
const WHOLE = 1000;

/**
 * Talk time of each speaker of a transcript, most first. Where speakers talk at the same time, the time counts for each
 * of them; where utterances of one speaker overlap, it counts once. The order of the utterances does not matter.
 */
export function talkTime(
	utterances: IDataObject[],
	{ start, end }: Pick<TranscriptSource, 'start' | 'end'>,
): TalkTime[] {
	const speeches = speechesOf(utterances, { start, end });
	return withShares(
		speeches.map(({ speaker, spans }) => ({
			speaker,
			seconds: totalLength(spans) / 1000,
			utterances: spans.length,
		})),
	);
}

/**
 * Talk time of each speaker in several transcripts together, most first, with the number of transcripts. Only an account
 * is the same speaker in several of them: names alone do not identify anybody (contract document 1, identifiers). Any
 * other speaker has a row for each transcript, with the ID and the facts of its object.
 *
 * @param rows objects with their talk time as \`transcript\`, null without a readable one
 */
export function talkTimeOfAll(
	rows: IDataObject[],
	{ id, facts }: Pick<TranscriptSource, 'id' | 'facts'>,
): IDataObject[] {
	const speakers = new Map<string, Required<Talk>>();
	const named = Object.entries(facts);
	for (const row of rows) {
		for (const { speaker, seconds, utterances } of (row.transcript ?? []) as TalkTime[]) {
			const own = isGiven(speaker.user_ref) ? {} : row;
			const key = JSON.stringify([speakerKey(speaker), own[id]]);
			const sum = speakers.get(key) ?? { speaker, seconds: 0, utterances: 0, transcripts: 0 };
			speakers.set(key, {
				speaker: nameOf(speaker) < nameOf(sum.speaker) ? speaker : sum.speaker,
				seconds: Math.round((sum.seconds + seconds) * 1000) / 1000,
				utterances: sum.utterances + utterances,
				transcripts: sum.transcripts + 1,
				[id]: own[id] ?? null,
				...Object.fromEntries(named.map(([name, field]) => [name, own[field] ?? null])),
			});
		}
	}
	return withShares([...speakers].sort(byKey).map(([, sum]) => sum));
}

/** The talk times with their shares, most first. */
function withShares<Each extends Talk>(times: Each[]): Array<Each & TalkTime> {
	const shares = sharesOf(times.map(({ seconds }) => Math.round(seconds * 1000)));
	return times
		.map((time, i) => ({ ...time, share: shares[i] }))
		.sort((a, b) => b.seconds - a.seconds || b.utterances - a.utterances);
}

function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
	return a < b ? -1 : 1;
}

/** The speeches of all speakers, in an order that depends on the speakers alone. */
function speechesOf(utterances: IDataObject[], fields: { start: string; end: string }): Speech[] {
	const speeches = new Map<string, Speech>();
	for (const utterance of utterances) {
		const speaker = objectOf(utterance, 'speaker');
		const key = speakerKey(speaker);
		const speech = speeches.get(key) ?? { speaker, spans: [] };
		// One account may have several names in a transcript
		if (nameOf(speaker) < nameOf(speech.speaker)) speech.speaker = speaker;
		const start = integerOf(utterance, fields.start);
		speech.spans.push({ start, end: Math.max(start, integerOf(utterance, fields.end)) });
		speeches.set(key, speech);
	}
	return [...speeches].sort(byKey).map(([, speech]) => speech);
}

/** Key of a speaker, the same for all utterances: the account, or the name and how the service knows it. */
function speakerKey({ user_ref, display_name, kind, resolution }: IDataObject): string {
	return JSON.stringify(user_ref ?? [display_name, kind, resolution]);
}

function nameOf({ display_name }: IDataObject): string {
	return String(display_name);
}

/** Length of spans together in milliseconds; overlapping parts count once. */
function totalLength(spans: Utterance[]): number {
	let length = 0;
	let reached = -Infinity;
	for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
		length += Math.max(0, end - Math.max(start, reached));
		reached = Math.max(reached, end);
	}
	return length;
}

/** Shares that add up to 1: rounded down, and what is left goes to those with the largest remainders. */
function sharesOf(times: number[]): number[] {
	const whole = times.reduce((sum, time) => sum + time, 0);
	if (whole === 0) return times.map(() => 0);
	const parts = times.map((time) => Math.floor((time * WHOLE) / whole));
	const remainders = times.map((time, i) => ({ i, rest: time * WHOLE - parts[i] * whole }));
	const left = WHOLE - parts.reduce((sum, part) => sum + part, 0);
	remainders.sort((a, b) => b.rest - a.rest || a.i - b.i);
	for (const { i } of remainders.slice(0, left)) parts[i]++;
	return parts.map((part) => part / WHOLE);
}
