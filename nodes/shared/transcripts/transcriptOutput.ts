import { durationText, type Output } from '../outputs';

/**
 * Simplified form of a transcript or an utterance. `start` is the time since the start of the recording as `00:16:21`.
 */
export const transcriptOutput: Output = {
	fields: ['speaker_name?', 'text?', 'start?'],
	nested: { speaker: { display_name: 'speaker_name' } },
	derive: ({ start_offset_ms, start_ms = start_offset_ms }) =>
		typeof start_ms === 'number' && start_ms >= 0 ? { start: durationText(start_ms) } : {},
};
