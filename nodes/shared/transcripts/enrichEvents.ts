import type { IDataObject } from 'n8n-workflow';

import { containsWords, looksForWords, refuseUnreadable } from '../polling';
import type { Enrichment, Reader } from '../polling/event';
import { inForm, utterancesOf } from './includeTranscript';
import type { TranscriptSource } from './readTranscript';

/** Adds the transcript to events in the form that Include Transcript asks for. */
export function transcriptsOf(source: TranscriptSource, how: IDataObject): Enrichment {
	return {
		wanted: (reader) => formOf(reader) !== 'no' || looksForWords(reader),
		add: async (row, reader) => {
			const utterances = await utterancesOf(source, how, row, reader);
			refuseUnreadable(reader, utterances);
			// A phrase may run over several utterances
			const whole = utterances?.map(({ text }) => text).join(' ');
			if (!containsWords(reader, [whole])) return undefined;
			const form = formOf(reader);
			return form === 'no' ? row : { ...row, transcript: inForm(source, utterances, form) };
		},
		without: (row, reason) => ({ ...row, transcript: null, transcript_error: reason }),
	};
}

function formOf({ own }: Reader): unknown {
	const shows = own.outputAs === 'text' && own.textFields?.includes('transcript');
	return own.includeTranscript ?? (shows ? 'text' : 'no');
}
