import type { IDataObject } from 'n8n-workflow';

import {
	type Field,
	after,
	before,
	fileName,
	filters,
	ifNotFound,
	ifNotReady,
	options,
	waitUntilReady,
	simplify,
} from '../../../shared/form';
import { inOrder, operation, type ValueSettings } from '../../../shared/operations';
import {
	maxUtterances,
	output,
	speakerNames,
	transcript,
	transcriptOutput,
	writtenFields,
} from '../../../shared/transcripts';
import { recording } from '../../locators/recording';
import { recordingTranscript } from '../../shared/recording';

/** Option for long utterances. The text forms always contain full utterances. */
const textMode = {
	displayName: 'Text Mode',
	name: 'textMode',
	type: 'options',
	default: 'bounded',
	description: 'Whether to cut off long utterances',
	displayOptions: { show: { '/output': ['utterances'] } },
	options: [
		{ name: 'Bounded', value: 'bounded', description: 'Utterances are cut off at 4000 characters' },
		{ name: 'Full', value: 'full', description: 'Utterances are complete, whatever their length' },
	],
	routing: { send: { type: 'body', property: 'text_mode' } },
} satisfies Field;

/** queryRecordingTranscript: the text forms are read in full mode, utterances in the chosen mode, talk times in bounded mode */
export const get = operation({
	name: 'Get',
	value: 'get',
	action: 'Get transcript of one recording',
	description:
		'Get the transcript of one recording as text, Markdown, subtitles, utterances or talk time',
	routing: { request: { method: 'POST', url: recordingTranscript.path } },
	tool: {
		does: 'Gets what was said in one recording, with the names of the speakers.',
		returns: 'Returns the transcript and transcript_state; it may be long.',
		use: 'Use it for exact words. Not for the gist of a day, nor for phone calls.',
	},
	endpoint: transcript(recordingTranscript),
	output: transcriptOutput,
	fields: [
		recording,
		output,
		...writtenFields,
		simplify,
		filters([
			{
				...after(
					'Only utterances that are spoken at this time or later, even if they start before it',
				),
				default: '',
			},
			{
				...before('Only utterances that start before this time, even if they end after it'),
				default: '',
			},
		]),
		options([
			fileName,
			ifNotFound,
			ifNotReady('transcript'),
			maxUtterances,
			speakerNames,
			textMode,
			waitUntilReady('transcript'),
		]),
	],
	rules: [inOrder('start_at', 'end_at')],
	finish: inFullUnlessChosen,
});

/** Talk times need no texts, so they are read with short ones. */
function inFullUnlessChosen(
	body: IDataObject,
	{ output }: ValueSettings & { output?: string },
): IDataObject {
	return { text_mode: output === 'talkTime' ? 'bounded' : 'full', ...body };
}
