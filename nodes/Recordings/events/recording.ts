import type { IDataObject } from 'n8n-workflow';

import { DAY, HOUR, timeOf, uidOf } from '../../shared/api';
import { atMostTogether } from '../../shared/parameters';
import { type Fact, type TriggerEvent, windowOf } from '../../shared/polling';
import { includeTranscript, transcriptsOf } from '../../shared/transcripts';
import { speaker } from '../locators/speaker';
import { speakers } from '../shared/filters';
import { recordingTranscript } from '../shared/recording';

/**
 * What all events of recordings have in common (queryRecordings). The windows select recordings that
 * overlap them; nothing tells when a recording was uploaded, so it is looked for days after its time.
 */
export const recordingEvent = {
	filters: [speaker, speakers],
	options: [includeTranscript('recording')],
	rules: [atMostTogether(['speaker_user_refs', 'speaker_uids'], 20)],
	lookback: 7 * DAY,
	hot: 6 * HOUR,
	read: windowOf('/api/v1/recordings/query', {
		start: 'start_at',
		end: 'end_at',
		inclusive: false,
		overlap: true,
	}),
	complete: transcriptsOf(recordingTranscript, { text_mode: 'full' }),
} satisfies Partial<TriggerEvent>;

/** A recording as an event; `mark` is what became of it. */
export function recordingFact(row: IDataObject, mark?: string): Fact {
	return { id: uidOf(row, 'recording_uid'), mark, time: timeOf(row.start_at) };
}

/** What became of a recording happened at its end, or later: it may have begun long before. */
export function finishedFact(row: IDataObject, mark: string): Fact {
	const start = timeOf(row.start_at);
	const length = timeOf(row.duration_ms) ?? 0;
	// 0 is the service's word for an end that is not confirmed
	const end = timeOf(row.end_at) || (start !== undefined ? start + length : undefined);
	return { ...recordingFact(row, mark), time: end };
}
