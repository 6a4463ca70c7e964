import { options } from '../../../shared/fields/collections';
import { fileName } from '../../../shared/fields/file';
import { call } from '../../../shared/fields/locators/call';
import { ifNotFound } from '../../../shared/fields/writing';
import type { Operation } from '../../../shared/operation';
import {
	maxUtterances,
	output,
	writtenField,
	speakerNames,
} from '../../../shared/transcript/fields';
import { transcript } from '../../../shared/transcript/endpoint';
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
