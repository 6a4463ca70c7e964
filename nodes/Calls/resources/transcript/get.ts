import { options } from '../../../shared/fields/collections';
import { fileName } from '../../../shared/fields/outputFile';
import { call } from '../../locators/call';
import { ifNotFound } from '../../../shared/fields/outcomeOptions';
import type { Operation } from '../../../shared/operations/operation';
import {
	maxUtterances,
	output,
	writtenField,
	speakerNames,
} from '../../../shared/transcripts/transcriptFields';
import { transcript } from '../../../shared/transcripts/transcriptEndpoint';
import { callTranscript } from '../../shared/call';

/** queryCallTranscript */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get call transcript',
	description: 'Read what was said in a call, as items, text, Markdown or subtitles',
	routing: { request: { method: 'POST', url: callTranscript.path } },
	endpoint: transcript(callTranscript),
	fields: [
		call,
		output,
		writtenField,
		options([fileName, ifNotFound, maxUtterances, speakerNames]),
	],
};
