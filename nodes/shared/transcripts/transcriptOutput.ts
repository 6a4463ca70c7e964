import type { IDataObject } from 'n8n-workflow';

import { durationText, type Output } from '../rows';
import { UNKNOWN } from './formats';

/**
 * Simplified form of a transcript, an utterance or the talk time of a speaker. `start` is the time since the start of the recording as `00:16:21`,
 * `duration_ms` the time from start to end.
 */
export const transcriptOutput: Output = {
	fields: `
		speaker_name? text? start? seconds? share? utterances? transcripts? recording_name?
		recording_start_at? call_started_at?
	`,
	nested: { speaker: { display_name: 'speaker_name' } },
	text: 'speaker_name text seconds share',
	derive: ({
		start_offset_ms,
		end_offset_ms,
		start_ms = start_offset_ms,
		end_ms = end_offset_ms,
		speaker_user_ref = null,
		speaker_name,
		seconds,
	}): IDataObject => {
		if (typeof start_ms !== 'number')
			return seconds === undefined
				? {}
				: { speaker_name: speaker_name || UNKNOWN, speaker_user_ref };
		return {
			// Every utterance has it, so that tables have the same columns
			speaker_user_ref,
			...(start_ms >= 0 && { start: durationText(start_ms) }),
			...(typeof end_ms === 'number' && { duration_ms: Math.max(0, end_ms - start_ms) }),
		};
	},
};
