import type { Output } from '../../shared/rows';
import { transcriptOutput } from '../../shared/transcripts';

/**
 * Simplified form of a recording. `end_at` is null until the end is confirmed; the service returns 0 (contract document 2,
 * Recording).
 */
export const recordingOutput: Output = {
	fields: `
		name start_at end_at duration duration_seconds transcript? transcript_state sealed source duration_ms
		recording_uid ingest_origin version
	`,
	answered: `
		recording_uid name start_at end_at duration_ms source ingest_origin sealed transcript_state
		version transcript?
	`,
	lists: { transcript: transcriptOutput },
	derive: ({ end_at }) => (end_at === 0 ? { end_at: null } : {}),
	onRequest: 'duration_ms ingest_origin',
	details: 'end_at sealed source version',
	text: 'start_at name duration',
	groups: { day: 'start_at' },
};

const SUMMARY =
	'kind start_at end_at generation_state summary_uid content_origin day_start_at created_at updated_at model_display_name';

const SUMMARY_ON_REQUEST = 'content_origin day_start_at created_at updated_at model_display_name';

/** Simplified form of a summary. */
export const summaryOutput: Output = {
	fields: `text? ${SUMMARY} format?`,
	onRequest: SUMMARY_ON_REQUEST,
	text: 'kind start_at generation_state text',
	groups: { day: 'start_at', status: 'generation_state' },
};

/** Simplified form of a summary with its text. */
export const summaryTextOutput: Output = {
	fields: `text content ${SUMMARY} content_state format text_total_length`,
	nested: { summary: 'keep' },
	onRequest: `${SUMMARY_ON_REQUEST} text_total_length`,
};

/** Simplified form of a speaker label. */
export const speakerOutput: Output = { fields: 'display_name match? speaker_uid user_ref' };
