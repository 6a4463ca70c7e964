import { type ExactRead, foundIn } from '../../shared/api';
import type { TranscriptSource } from '../../shared/transcripts';

/** batchGetCalls */
export const exactCall: ExactRead = {
	path: '/api/v1/calls/batch-get',
	thing: 'call',
	ids: 'call_uids',
	id: 'call_uid',
	max: 20,
	entity: foundIn('call'),
};

/** queryCallTranscript: has no full mode, so long utterances are cut off and marked `truncated` */
export const callTranscript: TranscriptSource = {
	path: '/api/v1/calls/transcript/query',
	thing: 'call',
	id: 'call_uid',
	exact: exactCall,
	start: 'start_ms',
	end: 'end_ms',
};
