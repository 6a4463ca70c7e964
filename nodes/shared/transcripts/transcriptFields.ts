import { type Field } from '../fields/field';
import { outputField } from '../fields/outputFile';

const WRITTEN = ['markdown', 'srt', 'text', 'vtt'];

/** Form of the output of Transcript > Get. `readInFull` are fields that the written forms need. */
export const output: Field = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	noDataExpression: true,
	default: 'text',
	description: 'Form of the transcript. All forms but utterances also come as a file.',
	options: [
		{ name: 'Markdown', value: 'markdown' },
		{ name: 'Subtitles SRT', value: 'srt' },
		{ name: 'Subtitles WebVTT', value: 'vtt' },
		{ name: 'Text', value: 'text' },
		{ name: 'Utterances', value: 'utterances', description: 'One item per utterance' },
	],
};

/** Binary field for the file of a written form. */
export const writtenField: Field = outputField({ show: { output: WRITTEN } });

/** Stops after so many utterances. */
export const maxUtterances: Field = {
	displayName: 'Max Utterances',
	name: 'maxUtterances',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 100,
	description:
		'Max number of utterances to read. Without this option the whole transcript is read.',
	routing: { send: { type: 'body', property: 'limit' } },
};

/** Switch for the names of speakers in the written forms. */
export const speakerNames: Field = {
	displayName: 'Speaker Names',
	name: 'speakerNames',
	type: 'boolean',
	default: true,
	description:
		'Whether to write the name of the speaker before each utterance. Without this option, SRT has no names and all other forms do.',
};
