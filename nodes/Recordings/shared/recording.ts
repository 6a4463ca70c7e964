import { type ExactRead, foundIn } from '../../shared/api';
import type { TranscriptSource } from '../../shared/transcripts';

/** batchGetRecordings */
export const exactRecording: ExactRead = {
	path: '/api/v1/recordings/batch-get',
	thing: 'recording',
	ids: 'recording_uids',
	id: 'recording_uid',
	max: 20,
	entity: foundIn('recording'),
};

/** queryRecordingTranscript */
export const recordingTranscript: TranscriptSource = {
	path: '/api/v1/recordings/transcript/query',
	thing: 'recording',
	id: 'recording_uid',
	exact: exactRecording,
	start: 'start_offset_ms',
	end: 'end_offset_ms',
};
