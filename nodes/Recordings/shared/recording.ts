import { type ExactRead, foundIn } from '../../shared/api';
import type { TranscriptSource } from '../../shared/transcripts';

/** batchGetRecordings */
export const exactRecording = {
	path: '/api/v1/recordings/batch-get',
	thing: 'recording',
	keys: ['recording_uid'],
	uids: 'recording_uids',
	entity: foundIn('recording'),
} satisfies ExactRead;

/** queryRecordingTranscript */
export const recordingTranscript = {
	path: '/api/v1/recordings/transcript/query',
	thing: 'recording',
	id: 'recording_uid',
	facts: { recording_name: 'name', recording_start_at: 'start_at' },
	called: ({ name }) => String(name ?? ''),
	time: 'start_at',
	exact: exactRecording,
	start: 'start_offset_ms',
	end: 'end_offset_ms',
} satisfies TranscriptSource;
