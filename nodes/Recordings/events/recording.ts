import type { IDataObject } from 'n8n-workflow';

import { readRows, timeOf, uidOf } from '../../shared/api';
import { atMostTogether } from '../../shared/values';
import {
	type Fact,
	ofMinimumDuration,
	type EventSource,
	type TriggerEvent,
	windowOf,
} from '../../shared/polling';
import { includeTranscript, transcriptsOf } from '../../shared/transcripts';
import { speakerLabels } from '../locators/speaker';
import { minimumLength, speakers } from '../shared/filters';
import { recordingOutput } from '../shared/outputs';
import { exactRecording, recordingTranscript } from '../shared/recording';
import { DAY, HOUR } from '../../shared/durations';

const PATH = '/api/v1/recordings/query';

/** Members that all recording events share. */
export const recordingEvent = {
	path: PATH,
	filters: [minimumLength, speakerLabels, speakers],
	ownFilters: ['minimumDuration'],
	// Audio is added until it is sealed (document 2, Recording)
	rowFilter: ofMinimumDuration(({ sealed }) => sealed !== true),
	options: [includeTranscript('recording')],
	rules: [atMostTogether(['speaker_user_refs', 'speaker_uids'], 20)],
	enrich: transcriptsOf(recordingTranscript, { text_mode: 'full' }),
	output: recordingOutput,
} satisfies Partial<TriggerEvent>;

/**
 * Recordings that overlap a time range (queryRecordings). The contract has no upload time, so a recording is looked
 * for up to 90 days after its own time.
 */
export const recordingsByTime: EventSource = {
	overlaps: true,
	lookback: 90 * DAY,
	hourly: 7 * DAY,
	recent: 6 * HOUR,
	read: windowOf(PATH, {
		start: 'start_at',
		end: 'end_at',
		inclusive: false,
		overlap: true,
		ascending: 'start_at',
		also: { order: 'asc' },
	}),
};

/** Recordings by time; those that are not ready are read again later by their UIDs (batchGetRecordings). */
export const untilFinished: EventSource = {
	...recordingsByTime,
	unready: { read: async (uids, reader) => await readRows(exactRecording, reader, uids) },
};

/** The event of a recording. `mark` tells the events of one recording apart. */
export function recordingFact(row: IDataObject, mark?: string): Fact {
	return { id: uidOf(row, 'recording_uid'), mark, time: timeOf(row.start_at) };
}

/** The event of a recording at its end, which can be long after its start. */
export function finishedFact(row: IDataObject, mark: string): Fact {
	const start = timeOf(row.start_at);
	const length = timeOf(row.duration_ms) ?? 0;
	// An `end_at` of 0 means that the end is not confirmed yet
	const end = timeOf(row.end_at) || (start !== undefined ? timeOf(start + length) : undefined);
	return { ...recordingFact(row, mark), time: end };
}

/** States of a transcript in work. */
const IN_WORK = ['partial', 'processing'];

/** A recording as an event once its transcript is ready, or has failed; one in work may come to either. */
export function transcriptFact(row: IDataObject, wanted: 'ready' | 'failed'): Fact | undefined {
	const fact = finishedFact(row, wanted === 'ready' ? 'transcript' : 'transcript_failed');
	if (row.transcript_state === wanted) return fact;
	return IN_WORK.includes(String(row.transcript_state)) ? { ...fact, ready: false } : undefined;
}
