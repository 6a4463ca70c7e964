import { DAY } from '../../../nodes/shared/durations';
import { filterBy, peopleById, uid } from '../../contract/choices';
import type { Account } from '../../fake-service/account';
import type { Area, EventCase } from '../area';
import type { Given, Thing, Things } from '../things';
import type { StoredRecording, StoredSummary } from './data';

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

type Make = (time: number, number: number, more?: Partial<Things['recording']>) => Thing;

const recording: Make = (time, number, more = {}) => ({
	recording: { recording_uid: `recording_${number}`, start_at: time, ...more },
});
const summary = (
	end_at: number,
	number: number,
	generation_state: StoredSummary['generation_state'],
): Thing => ({
	summary: {
		summary_uid: `summary_${number}`,
		end_at,
		generation_state,
		kind: number % 2 ? 'daily_summary' : 'timeline',
	},
});

const common = {
	filtered: [
		{
			filters: {
				speakerLabels: filterBy('speakerLabel', uid('speaker_1')),
				speakers: peopleById('user_1'),
			},
		},
	],
	late: 6 * DAY,
};
const atEnd = (mark: string) => ({
	words: { lookback: '90 days', foundBy: 'end, state', id: `UID and \`#${mark}\`` },
	...common,
});

/** A transcript that is ready, or has failed. */
const settled = (state: 'ready' | 'failed', mark: string): EventCase => ({
	...atEnd(mark),
	happen: (time, number) => [
		recording(time, number, { transcript_state: state }),
		`recording_${number}#${mark}`,
	],
});
/** A summary that is completed, or has failed. */
const settledSummary = (state: 'completed' | 'failed'): EventCase => ({
	words: {
		lookback: `7 days; ${state} within 30 days`,
		foundBy: 'end of its span, state',
		id: `UID and \`#${state}\``,
	},
	filtered: [{ filters: { kinds: ['daily_summary', 'timeline'] } }],
	happen: (time, number) => [summary(time, number, state), `summary_${number}#${state}`],
	late: 6 * DAY,
});

export const events: Area['events'] = {
	newRecording: {
		words: { lookback: '90 days', foundBy: 'start', id: 'UID' },
		...common,
		happen: (time, number) => [recording(time, number), `recording_${number}`],
		burst: true,
	},
	recordingSealed: {
		...atEnd('sealed'),
		happen: (time, number) => [
			recording(time - 20_000, number, { duration_ms: 20_000, sealed: true }),
			`recording_${number}#sealed`,
		],
		burst: true,
	},
	transcriptReady: settled('ready', 'transcript'),
	transcriptFailed: settled('failed', 'transcript_failed'),
	summaryCompleted: { ...settledSummary('completed'), options: { includeText: true } },
	summaryFailed: settledSummary('failed'),
};
