import { fromInput } from '../../contract/choices';
import { forEach, once, some, type Area } from '../area';

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

const all = { returnAll: true };
const recording = fromInput('recording_uid');

export const reads: Area['reads'] = {
	'recording > getAll': () => once(all),
	'recording > get': ({ recordings }) => forEach(recordings.values(), { recording }),
	'speaker > find': () => once({ query: 'a', ...all }),
	'transcript > get': ({ recordings }) => forEach(recordings.values(), { recording }),
	'summary > getAll': () => once(all),
	'summary > getText': ({ summaries }) =>
		forEach(summaries.values(), { summary: fromInput('summary_uid') }),
};

export const targets: Area['targets'] = [
	{
		name: 'transcript in fragments',
		operation: 'queryRecordingTranscript',
		paged: 'data',
		digested: true,
		reader: {
			parameters: {
				resource: 'transcript',
				operation: 'get',
				recording: fromInput('recording_uid'),
				output: 'utterances',
			},
			items: ({ recordings }) =>
				some(
					[...recordings.values()].filter(({ transcript_state }) => transcript_state === 'ready'),
					1,
				),
		},
	},
	{
		name: 'summary text',
		operation: 'readRecordingSummary',
		digested: true,
		reader: {
			parameters: {
				resource: 'summary',
				operation: 'getText',
				summary: fromInput('summary_uid'),
			},
			items: ({ summaries }) =>
				some(
					[...summaries.values()].filter(
						({ generation_state }) => generation_state === 'completed',
					),
					1,
				),
		},
	},
	{
		name: 'trigger of recordings',
		operation: 'queryRecordings',
		paged: 'data',
		reader: { event: 'newRecording' },
	},
	{
		name: 'trigger of summaries',
		operation: 'queryRecordingSummaries',
		paged: 'data',
		reader: { event: 'summaryCompleted' },
	},
];

export const named: Area['named'] = {
	'/api/v1/recordings/speakers/resolve': ({ speakerLabels }, speaker_uid, display_name) =>
		speakerLabels.set(speaker_uid, { speaker_uid, display_name }),
};
