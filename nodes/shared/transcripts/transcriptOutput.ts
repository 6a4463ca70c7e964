import { durationText, type Output } from '../outputs';

/**
 * A transcript: as one text, or an utterance with `start`, its time since the beginning of the recording as
 * text.
 */
export const transcriptOutput: Output = {
	first: ['speaker_name', 'text', 'start'],
	nested: { speaker: { display_name: 'speaker_name' } },
	derive: ({ start_offset_ms, start_ms = start_offset_ms }) =>
		typeof start_ms === 'number' && start_ms >= 0 ? { start: durationText(start_ms) } : {},
};
