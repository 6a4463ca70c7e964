import type { IDataObject } from 'n8n-workflow';

import { end, fileName, filters, ifNotFound, options, start } from '../../../shared/fields';
import { notAfter, type Operation } from '../../../shared/operations';
import {
	maxUtterances,
	onlyForUtterances,
	output,
	speakerNames,
	transcript,
	writtenField,
} from '../../../shared/transcripts';
import { recording } from '../../locators/recording';
import { recordingTranscript } from '../../shared/recording';

/** queryRecordingTranscript: the written forms are read in full mode, utterances as the user wants */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get recording transcript',
	description: 'Read what was said in a recording, as items, text, Markdown or subtitles',
	routing: { request: { method: 'POST', url: recordingTranscript.path } },
	endpoint: transcript(recordingTranscript),
	fields: [
		recording,
		output,
		onlyForUtterances({
			displayName: 'Text Mode',
			name: 'textMode',
			type: 'options',
			default: 'full',
			options: [
				{
					name: 'Bounded',
					value: 'bounded',
					description: 'Sentences are cut at 4000 characters',
				},
				{ name: 'Full', value: 'full', description: 'Whole sentences, however long' },
			],
			routing: { send: { type: 'body', property: 'text_mode' } },
		}),
		writtenField,
		filters([
			end('Only sentences that begin before this; they come whole'),
			start('Only sentences that run at this time or later; they come whole'),
		]),
		options([fileName, ifNotFound, maxUtterances, speakerNames]),
	],
	rules: [notAfter('start_at', 'end_at')],
	finish: inFullUnlessChosen,
};

function inFullUnlessChosen(body: IDataObject): IDataObject {
	return { text_mode: 'full', ...body };
}
