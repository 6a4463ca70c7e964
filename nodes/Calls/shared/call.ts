import { type ExactRead, foundIn } from '../../shared/api';
import type { TranscriptSource } from '../../shared/transcripts';
import { othersIn } from './callOutput';

/** batchGetCalls */
export const exactCall = {
	path: '/api/v1/calls/batch-get',
	thing: 'call',
	keys: ['call_uid'],
	uids: 'call_uids',
	entity: foundIn('call'),
} satisfies ExactRead;

/** queryCallTranscript: has no full mode, so long utterances are cut off and marked `truncated` */
export const callTranscript = {
	path: '/api/v1/calls/transcript/query',
	thing: 'call',
	id: 'call_uid',
	facts: { call_started_at: 'started_at' },
	called: ({ participants }) => {
		const others = othersIn(participants);
		return others ? `Call with ${others}` : '';
	},
	time: 'started_at',
	exact: exactCall,
	start: 'start_ms',
	end: 'end_ms',
} satisfies TranscriptSource;
