import type { IDataObject } from 'n8n-workflow';

import {
	type Field,
	after,
	before,
	fileName,
	filters,
	ifNotFound,
	options,
	simplify,
} from '../../../shared/fields';
import { inOrder, type Operation } from '../../../shared/operations';
import {
	maxUtterances,
	output,
	speakerNames,
	transcript,
	transcriptOutput,
	writtenField,
} from '../../../shared/transcripts';
import { recording } from '../../locators/recording';
import { recordingTranscript } from '../../shared/recording';

/** Length of long sentences in utterances; the written forms always have whole sentences. */
const textMode: Field = {
	displayName: 'Text Mode',
	name: 'textMode',
	type: 'options',
	default: 'bounded',
	displayOptions: { show: { '/output': ['utterances'] } },
	options: [
		{
			name: 'Bounded',
			value: 'bounded',
			description: 'Sentences are cut off at 4000 characters',
		},
		{ name: 'Full', value: 'full', description: 'Whole sentences, however long' },
	],
	routing: { send: { type: 'body', property: 'text_mode' } },
};

/** queryRecordingTranscript: the written forms are read in full mode, utterances as the user wants */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get recording transcript',
	description:
		'Get the transcript of a recording as text, Markdown, subtitles or one item per utterance',
	routing: { request: { method: 'POST', url: recordingTranscript.path } },
	endpoint: transcript(recordingTranscript),
	output: transcriptOutput,
	fields: [
		recording,
		output,
		writtenField,
		simplify,
		filters([
			{
				...after(
					'Only sentences that are spoken at this time or later. A sentence that began before comes whole',
				),
				default: '',
			},
			{
				...before(
					'Only sentences that begin before this time. A sentence that ends after comes whole',
				),
				default: '',
			},
		]),
		options([fileName, ifNotFound, maxUtterances, speakerNames, textMode]),
	],
	rules: [inOrder('start_at', 'end_at')],
	finish: inFullUnlessChosen,
};

function inFullUnlessChosen(body: IDataObject): IDataObject {
	return { text_mode: 'full', ...body };
}
