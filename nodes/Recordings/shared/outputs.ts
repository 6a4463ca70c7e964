import type { Output } from '../../shared/outputs';
import { transcriptOutput } from '../../shared/transcripts';

/** A recording; `end_at` is null while its end is not confirmed, for which the service has a 0. */
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

/** A version of a summary. */
export const summaryOutput: Output = {
	first: ['text', 'content', 'kind', 'start_at', 'end_at', 'generation_state'],
	nested: { summary: 'keep' },
};

/** A speaker label. */
export const speakerOutput: Output = { first: ['display_name', 'speaker_uid'] };
