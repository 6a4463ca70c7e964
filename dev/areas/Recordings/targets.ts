import { fromInput } from '../../contract/choices';
import { some, type Area } from '../area';

export const targets: Area['targets'] = [
	{
		name: 'transcript in fragments',
		operation: 'queryRecordingTranscript',
		list: 'utterances',
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
		list: 'items',
		paged: 'data',
		reader: { event: 'newRecording' },
	},
	{
		name: 'trigger of summaries',
		operation: 'queryRecordingSummaries',
		list: 'items',
		paged: 'data',
		reader: { event: 'summaryCompleted' },
	},
];
