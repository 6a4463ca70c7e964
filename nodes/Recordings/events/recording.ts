import type { IDataObject } from 'n8n-workflow';

import { batchRows, DAY, HOUR, timeOf, uidOf } from '../../shared/api';
import { atMostTogether } from '../../shared/parameters';
import { type Fact, type TimeRange, type TriggerEvent, windowOf } from '../../shared/polling';
import { includeTranscript, transcriptsOf } from '../../shared/transcripts';
import { speakerLabels } from '../locators/speaker';
import { speakers } from '../shared/filters';
import { recordingOutput } from '../shared/outputs';
import { exactRecording, recordingTranscript } from '../shared/recording';

/** Fields that all events of recordings have. */
export const recordingEvent = {
	filters: [speakerLabels, speakers],
	options: [includeTranscript('recording')],
	rules: [atMostTogether(['speaker_user_refs', 'speaker_uids'], 20)],
	enrich: transcriptsOf(recordingTranscript, { text_mode: 'full' }),
	output: recordingOutput,
} satisfies Partial<TriggerEvent>;

/**
 * Recordings that overlap a span of time (queryRecordings). Nothing tells when a recording was uploaded, so
 * it is looked for up to 90 days after its time.
 */
export const byTime: TimeRange = {
	kind: 'timeRange',
	lookback: 90 * DAY,
	hourly: 7 * DAY,
	recent: 6 * HOUR,
	read: windowOf('/api/v1/recordings/query', {
		start: 'start_at',
		end: 'end_at',
		inclusive: false,
		overlap: true,
	}),
};

/** Recordings by time, for events that one may become long after its time (batchGetRecordings). */
export const untilFinished: TimeRange = {
	...byTime,
	unready: { read: async (uids, reader) => await batchRows(exactRecording, reader, uids) },
};

/** A recording as an event; `mark` is what became of it. */
export function recordingFact(row: IDataObject, mark?: string): Fact {
	return { id: uidOf(row, 'recording_uid'), mark, time: timeOf(row.start_at) };
}

/** A recording as an event at its end: it may have begun long before. */
export function finishedFact(row: IDataObject, mark: string): Fact {
	const start = timeOf(row.start_at);
	const length = timeOf(row.duration_ms) ?? 0;
	// 0 is the service's word for an end that is not confirmed
	const end = timeOf(row.end_at) || (start !== undefined ? timeOf(start + length) : undefined);
	return { ...recordingFact(row, mark), time: end };
}
