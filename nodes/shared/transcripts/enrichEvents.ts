import type { IDataObject } from 'n8n-workflow';

import type { TriggerEvent } from '../polling/event';
import { withTranscripts } from './includeTranscript';
import type { TranscriptSource } from './readTranscript';

/** Adds the transcript to events when the user wants it (Include Transcript), as action nodes do. */
export function transcriptsOf(
	source: TranscriptSource,
	how: IDataObject,
): TriggerEvent['complete'] {
	const read = withTranscripts(source, how, (entry) => entry);
	return {
		field: 'transcript',
		wanted: ({ own }) => (own.includeTranscript ?? 'no') !== 'no',
		add: async (row, reader) => (await read([row], reader))[0],
	};
}
