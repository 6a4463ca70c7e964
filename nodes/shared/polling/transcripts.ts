import type { IDataObject } from 'n8n-workflow';

import { withTranscripts } from '../transcript/include';
import type { TranscriptSource } from '../transcript/transcript';
import type { TriggerEvent } from './event';

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
