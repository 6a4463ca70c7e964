import type { INodeParameters } from 'n8n-workflow';

import { peopleById, several, uid } from '../../contract/choices';
import type { Account } from '../../fake-service/account';
import type { Area, EventCase } from '../area';
import type { Given, Things } from '../things';
import type { StoredRecording } from './data/recordings';
import type { StoredSummary } from './data/summaries';

const DAY = 86_400_000;

declare module '../things' {
	interface Things {
		recording: Given<StoredRecording, 'recording_uid' | 'start_at'>;
		/** A summary of the day before its end */
		summary: Given<StoredSummary, 'summary_uid' | 'end_at' | 'generation_state'>;
	}
}

export function addRecording(account: Account, given: Things['recording']): StoredRecording {
	const row: StoredRecording = {
		duration_ms: 0,
		source: 'file_upload',
		ingest_origin: 'user_client',
		sealed: false,
		transcript_state: 'processing',
		version: 1,
		speakers: [],
		utterances: [],
		...given,
	};
	account.recordings.set(row.recording_uid, row);
	return row;
}

/** A daily summary of the day before `now`, unfinished by default. */
export function addSummary(
	account: Account,
	now: number,
	summary_uid: string,
	given: Partial<StoredSummary> = {},
): StoredSummary {
	const row: StoredSummary = {
		summary_uid,
		kind: 'daily_summary',
		content_origin: 'business_recording_summary',
		generation_state: 'processing',
		start_at: now - DAY,
		end_at: now,
		day_start_at: now - DAY,
		created_at: now,
		updated_at: now,
		content_state: 'ready',
		format: 'text',
		text: 'Done.',
		...given,
	};
	account.summaries.set(summary_uid, row);
	return row;
}

export const things: Area['things'] = {
	recording: addRecording,
	summary: (account, given) => addSummary(account, given.end_at, given.summary_uid, given),
};

const ofRecordings: INodeParameters = {
	filters: {
		speakerLabels: several('speakerLabel', uid('speaker_1')),
		speakers: peopleById('user_1'),
	},
};
const ofSummaries: INodeParameters = { filters: { kinds: ['daily_summary', 'timeline'] } };

const recording =
	(more: Partial<Things['recording']>): EventCase['happen'] =>
	(time, number) => ({
		recording: { recording_uid: `recording_${number}`, start_at: time, end_at: time, ...more },
	});
const summary =
	(generation_state: 'completed' | 'failed'): EventCase['happen'] =>
	(end_at, number) => ({ summary: { summary_uid: `summary_${number}`, end_at, generation_state } });

const atEnd = { lookback: '90 days', foundBy: 'end, state', id: 'UID' };
const ofSpan = (state: string) => ({
	lookback: `7 days; ${state} within 30 days`,
	foundBy: 'end of its span, state',
	id: 'UID',
});

export const events: Area['events'] = {
	newRecording: {
		words: { lookback: '90 days', foundBy: 'start', id: 'UID' },
		filtered: [ofRecordings],
		happen: recording({}),
		burst: recording({}),
	},
	recordingSealed: {
		words: atEnd,
		filtered: [ofRecordings],
		happen: recording({ sealed: true }),
		burst: (time, number) => ({
			recording: {
				recording_uid: `recording_${number}`,
				start_at: time - 20_000,
				duration_ms: 20_000 - (number % 3),
				sealed: true,
			},
		}),
	},
	transcriptReady: {
		words: atEnd,
		filtered: [ofRecordings],
		happen: recording({ transcript_state: 'ready' }),
	},
	transcriptFailed: {
		words: atEnd,
		filtered: [ofRecordings],
		happen: recording({ transcript_state: 'failed' }),
	},
	summaryCompleted: {
		words: ofSpan('completed'),
		filtered: [ofSummaries],
		options: { includeText: true },
		happen: summary('completed'),
	},
	summaryFailed: {
		words: ofSpan('failed'),
		filtered: [ofSummaries],
		happen: summary('failed'),
	},
};
