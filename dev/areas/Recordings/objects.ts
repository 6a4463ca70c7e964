import type { Area } from '../area';

export const objects: Area['objects'] = ({ recordings, speakerLabels, summaries }) => ({
	recording: [...recordings.values()]
		.filter(({ transcript_state, unreadable }) => transcript_state === 'ready' && !unreadable)
		.map(({ recording_uid }) => recording_uid),
	speaker: [...speakerLabels.keys()],
	summary: [...summaries.values()]
		.filter(
			({ generation_state, content_state }) =>
				generation_state === 'completed' && content_state === 'ready',
		)
		.map(({ summary_uid }) => summary_uid),
});
