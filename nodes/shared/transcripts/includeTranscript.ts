import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../api/answer';
import { inParallel } from '../api/batchItems';
import { type Reading } from '../api/reading';
import { type Field } from '../fields/field';
import { FORMATS, linesOf } from './formats';
import { readTranscript, type TranscriptSource } from './readTranscript';

/** Option that adds the transcript to each row. `thing` is a noun for the description. */
export function includeTranscript(thing: string): Field {
	return {
		displayName: 'Include Transcript',
		name: 'includeTranscript',
		type: 'options',
		default: 'text',
		description: `Whether to add the transcript to each ${thing}, and in which form. Takes at least one more request per ${thing}.`,
		options: [
			{
				name: 'As Markdown',
				value: 'markdown',
				description: 'Markdown with speakers and times',
			},
			{ name: 'As Text', value: 'text', description: 'Plain text with speakers' },
			{
				name: 'As Utterances',
				value: 'utterances',
				description: 'A list with one entry per utterance',
			},
			{ name: 'No', value: 'no', description: 'No transcript, and no further requests' },
		],
	};
}

/** Hint for an output with transcripts that are not ready. */
export const NOT_READY = 'Some transcripts are not ready. See the field transcript_state.';

/** States of a transcript with readable text. */
const READABLE = ['ready', 'partial'];

/** Function for `complete` of a list: adds transcripts in the form of the option Include Transcript. */
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
 * Adds `transcript` to entries, as text or as a list of utterances. The form `no` leaves entries unchanged. Entries
 * without readable text, or whose transcript the service no longer finds, get null. A few are read at a time, in order.
 *
 * @param how further request fields, such as the full mode
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
