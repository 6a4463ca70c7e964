import type { Output } from '../../shared/outputs';
import { transcriptOutput } from '../../shared/transcripts';

/** Simplified form of a recording. `end_at` is null until the end is confirmed; the service returns 0. */
export const recordingOutput: Output = {
	first: [
		'name',
		'start_at',
		'end_at',
		'duration',
		'transcript',
		'transcript_state',
		'sealed',
		'source',
		'duration_ms',
	],
	always: ['name', 'end_at'],
	lists: { transcript: transcriptOutput },
	derive: ({ end_at }) => (end_at === 0 ? { end_at: null } : {}),
};

/** Simplified form of a summary. */
export const summaryOutput: Output = {
	first: ['text', 'content', 'kind', 'start_at', 'end_at', 'generation_state'],
	nested: { summary: 'keep' },
};

/** Simplified form of a speaker label. */
export const speakerOutput: Output = { first: ['display_name', 'speaker_uid'] };
