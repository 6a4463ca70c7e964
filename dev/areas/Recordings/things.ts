import type { Account } from '../../fake-service/account';
import type { StoredRecording } from './data/recordings';
import type { StoredSummary } from './data/summaries';
import type { Area } from '../area';
import type { Given, Things } from '../things';

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

export const named: Area['named'] = {
	'/api/v1/recordings/speakers/resolve': ({ speakerLabels }, speaker_uid, display_name) =>
		speakerLabels.set(speaker_uid, { speaker_uid, display_name }),
};
