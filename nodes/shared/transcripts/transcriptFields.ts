import type { Field, Setting } from '../form/field';
import { optionalOutputField, outputField } from '../form/files';

/** Settings of Transcript > Get and of lists with transcripts, by parameter name. */
export interface TranscriptSettings {
	includeTranscript?: string;
	maxUtterances?: number;
	output?: string;
	speakerNames?: boolean;
	/** Words: a text has only the utterances with one of them, and those beside them */
	textContains?: string[];
}

/** Form of the output of Transcript > Get. */
export const output: Setting = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	noDataExpression: true,
	default: 'text',
	description: 'Form of the transcript. Markdown and subtitles are also put into a file.',
	options: [
		{ name: 'Markdown', value: 'markdown', description: 'Markdown with speakers and times' },
		{ name: 'Subtitles SRT', value: 'srt', description: 'Subtitles for video players and editors' },
		{ name: 'Subtitles WebVTT', value: 'vtt', description: 'Subtitles for videos on web pages' },
		{
			name: 'Talk Time',
			value: 'talkTime',
			description:
				'One item for each speaker of this transcript. For several, see Get Many, Output As > Talk Time.',
		},
		{ name: 'Text', value: 'text', description: 'Plain text with speakers' },
		{ name: 'Utterances', value: 'utterances', description: 'One item per utterance' },
	],
};

/** Name of the binary field for the file of a text form. Text is read in the output rather than in a file. */
export const writtenFields = [
	{ ...optionalOutputField, displayOptions: { show: { output: ['text'] } } },
	{ ...outputField, displayOptions: { show: { output: ['markdown', 'srt', 'vtt'] } } },
] satisfies Field[];

/** Option that limits the number of utterances. */
export const maxUtterances: Setting = {
	displayName: 'Max Utterances',
	name: 'maxUtterances',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 100,
	description:
		'Max number of utterances to read. Without this option, the node reads the whole transcript.',
};

/** Option for the names of speakers in the text forms. */
export const speakerNames: Setting = {
	displayName: 'Speaker Names',
	name: 'speakerNames',
	type: 'boolean',
	default: true,
	description:
		'Whether to name the speaker of each utterance. Without this option, all forms except SRT do.',
};
