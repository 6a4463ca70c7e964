import type { IDataObject } from 'n8n-workflow';

import type { Enrichment } from '../polling/event';
import { addTranscripts } from './includeTranscript';
import type { TranscriptSource } from './readTranscript';

/** Adds the transcript to events in the form that Include Transcript asks for. */
export function transcriptsOf(source: TranscriptSource, how: IDataObject): Enrichment {
	const add = addTranscripts(source, how);
	return {
		wanted: ({ own }) => (own.includeTranscript ?? 'no') !== 'no',
		add: async (row, reader) => (await add([row], reader, reader.own.includeTranscript))[0],
		without: (row, reason) => ({ ...row, transcript: null, transcript_error: reason }),
	};
}
