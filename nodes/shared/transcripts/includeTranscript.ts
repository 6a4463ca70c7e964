import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../api/answer';
import { inParallel } from '../api/batchItems';
import { type Reading } from '../api/reading';
import { type Field } from '../fields/field';
import { FORMATS, linesOf } from './formats';
import { readTranscript, type TranscriptSource } from './readTranscript';

/** Adds the transcript to each entry of a list, as an option. `thing` is a noun. */
export function includeTranscript(thing: string): Field {
	return {
		displayName: 'Include Transcript',
		name: 'includeTranscript',
		type: 'options',
		default: 'text',
		description: `Whether to add the transcript to each ${thing}, and in which form. Takes at least one more request per ${thing}.`,
		options: [
			{ name: 'As Markdown', value: 'markdown' },
			{ name: 'As Text', value: 'text' },
			{
				name: 'As Utterances',
				value: 'utterances',
				description: 'A list with one entry per utterance',
			},
			{ name: 'No', value: 'no' },
		],
	};
}

/** Hint beside an output with transcripts that are not there yet, or never will be. */
export const NOT_READY = 'Some transcripts are not ready: transcript_state says why.';

/** States in which there is text to read. */
const READABLE = ['ready', 'partial'];

/** For `complete` of a list: its entries with their transcripts when the user has added that option. */
export function withTranscripts(
	source: TranscriptSource,
	how: IDataObject,
): (entries: IDataObject[], reading: Reading) => Promise<IDataObject[]> {
	const add = addTranscripts(source, how);
	return async (entries, reading) =>
		await add(
			entries,
			reading,
			reading.context.getNodeParameter('options.includeTranscript', 'no'),
		);
}

/**
 * Entries with `transcript` in the form that the user wants: a text, or the utterances; unchanged with the form
 * `no`. Entries without readable text get null, and so do those whose transcript the service no longer finds: that
 * is no empty one. A few are read at a time, in order.
 *
 * @param how request fields for reading a transcript, for example the full mode
 */
export function addTranscripts(
	source: TranscriptSource,
	how: IDataObject,
): (entries: IDataObject[], reading: Reading, form: unknown) => Promise<IDataObject[]> {
	return async (entries, reading, form) => {
		if (form === 'no') return entries;
		const complete = entries.map((entry) => ({ ...entry, transcript: null }) as IDataObject);
		const readable = complete.filter(({ transcript_state }) =>
			READABLE.includes(String(transcript_state)),
		);
		if (readable.length < complete.length) reading.hint?.(NOT_READY);
		await inParallel(readable, async (entry) => {
			const body = { [source.id]: textOf(entry, source.id), ...how };
			const { found, utterances } = await readTranscript(source, reading, body);
			if (!found) return;
			const format = FORMATS[String(form)];
			entry.transcript = format
				? format.write(linesOf(utterances, source.start, source.end), format.names)
				: utterances;
		});
		return complete;
	};
}
