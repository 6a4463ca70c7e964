import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../api/answer';
import { inParallel } from '../api/batchItems';
import { goneOf } from '../api/completeRows';
import type { ReadContext } from '../api/reading';
import type { Setting } from '../form/field';
import { containsWords, looksForWords, refuseUnreadable } from '../polling';
import type { Enrichment } from '../polling/event';
import type { Completion, RowContext } from '../rows/completion';
import type { RowSettings } from '../rows/row';
import { TALK_TIME } from '../rows/rowWriter';
import { FORMATS, linesOf } from './formats';
import { readTranscript, type TranscriptSource } from './readTranscript';
import { talkTime, talkTimeOfAll } from './talkTime';
import { transcriptOutput } from './transcriptOutput';
import type { TranscriptSettings } from './transcriptFields';

/** Option that adds the transcript to each row. `thing` is a noun for the description. */
export function includeTranscript(thing: string): Setting {
	return {
		displayName: 'Include Transcript',
		name: 'includeTranscript',
		type: 'options',
		default: 'text',
		description: `Whether to add the transcript to each ${thing}, and in which form. Takes more requests.`,
		options: [
			{ name: 'As Markdown', value: 'markdown', description: 'Markdown with speakers and times' },
			{
				name: 'As Talk Time',
				value: 'talkTime',
				description: `A list with seconds and share of each speaker in this ${thing} alone`,
			},
			{ name: 'As Text', value: 'text', description: 'Plain text with speakers' },
			{ name: 'As Utterances', value: 'utterances', description: 'A list of single utterances' },
			{ name: 'No', value: 'no', description: 'No transcript, and no further requests' },
		],
	};
}

/** States of a transcript of which more may come. */
export const IN_WORK = ['partial', 'processing'];

/** Note behind an object in a list, so that people choose one whose transcript is ready. */
export function transcriptNote({ transcript_state: state }: IDataObject): string {
	return state === undefined || state === 'ready' ? '' : `, transcript ${String(state)}`;
}

/** Tells of the transcripts of a run that are not whole: some may come, others have failed or have no text. */
export function tellUnready({ run }: Pick<RowContext, 'run'>, states: unknown[]): void {
	const counts = run.cache.tally('transcripts', states);
	const sum = (some: string[]) => some.reduce((all, state) => all + counts.get(state)!, 0);
	const all = sum([...counts.keys()]);
	const unready = [...counts.keys()].filter((state) => state !== 'ready');
	const tell = (some: string[], what: string) => {
		if (some.length > 0)
			run.hint(`${sum(some)} of ${all} transcripts ${what}: ${some.join(', ')}.`, what);
	};
	tell(
		unready.filter((state) => IN_WORK.includes(state)),
		'are not ready yet',
	);
	tell(
		unready.filter((state) => !IN_WORK.includes(state)),
		'have no text',
	);
	// A caller with words of its own sees no form
	const isNone = all > 0 && sum(unready) === all && !run.caller?.wordsOf;
	run.hint(isNone ? 'From List of Transcript > Get shows which ones are ready.' : '', 'none ready');
}

/** States of a transcript with readable text (contract document 2, Recording). */
const READABLE = ['ready', 'partial'];

/**
 * Completion of a list: adds transcripts in the form of the option Include Transcript, or makes talk times of them for
 * Output As = Talk Time.
 */
export function withTranscripts(source: TranscriptSource, how: IDataObject): Completion {
	return {
		talkTime: { of: (rows) => talkTimeOfAll(rows, source), output: transcriptOutput },
		adds: ({ settings }) => (outputForm(settings) === 'no' ? [] : ['transcript']),
		complete: async (entries, item) => {
			const states = entries.map(({ transcript_state }) => transcript_state);
			tellUnready(item, states);
			const complete = entries.map((entry) => ({ ...entry }));
			const form = outputForm(item.settings);
			// Talk times need no long texts
			const asked = form === TALK_TIME ? {} : how;
			await inParallel(complete, async (entry) => {
				const utterances = await utterancesOf(source, asked, entry, item);
				entry.transcript = inForm(source, utterances, form);
			});
			return complete;
		},
	};
}

/**
 * The utterances of an entry; null where it has no readable text, or where the service no longer finds its
 * transcript: that is no empty one.
 */
async function utterancesOf(
	source: TranscriptSource,
	how: IDataObject,
	entry: IDataObject,
	reading: ReadContext,
): Promise<IDataObject[] | null> {
	if (!isReadable(entry)) return null;
	const body = { [source.id]: textOf(entry, source.id), ...how };
	const { found, utterances } = await readTranscript(source, reading, body);
	return found ? utterances : null;
}

/** Utterances in the form that the user wants: written down as one text, as talk times, or as they are. */
function inForm(
	source: TranscriptSource,
	utterances: IDataObject[] | null,
	form: string,
): string | IDataObject[] | null {
	if (utterances && form === TALK_TIME) return talkTime(utterances, source);
	const { start, end } = source;
	const format = FORMATS[form];
	return utterances && format
		? format.write(linesOf(utterances, start, end), format.names)
		: utterances;
}

function isReadable({ transcript_state }: IDataObject): boolean {
	return READABLE.includes(String(transcript_state));
}

/** Adds the transcript to events in the form that Include Transcript asks for. */
export function transcriptsOf(source: TranscriptSource, how: IDataObject): Enrichment {
	const without: Enrichment['without'] = (row, reason) => ({
		...row,
		transcript: null,
		transcript_error: reason,
	});
	return {
		needed: (reader) => outputForm(reader.own) !== 'no' || looksForWords(reader),
		add: async (row, reader) => {
			const utterances = await utterancesOf(source, how, row, reader);
			refuseUnreadable(reader, utterances);
			// A phrase may run over several utterances
			const whole = utterances?.map(({ text }) => text).join(' ');
			if (!containsWords(reader, [whole])) return undefined;
			const form = outputForm(reader.own);
			if (form === 'no') return row;
			if (utterances === null && isReadable(row)) return without(row, goneOf(source));
			return { ...row, transcript: inForm(source, utterances, form) };
		},
		without,
	};
}

/** The form in which the output has transcripts. In a text that people read, single utterances are lines as well. */
function outputForm({
	outputAs,
	textFields,
	includeTranscript,
}: RowSettings & TranscriptSettings): string {
	if (outputAs === TALK_TIME) return TALK_TIME;
	const isText = outputAs === 'text';
	const shown = isText && textFields?.includes('transcript') ? 'text' : 'no';
	const form = includeTranscript ?? shown;
	return isText && form === 'utterances' ? 'text' : form;
}
