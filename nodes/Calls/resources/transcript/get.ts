import {
	fileName,
	ifNotFound,
	ifNotReady,
	options,
	waitUntilReady,
	simplify,
} from '../../../shared/form';
import { operation } from '../../../shared/operations';
import {
	maxUtterances,
	output,
	speakerNames,
	transcript,
	transcriptOutput,
	writtenFields,
} from '../../../shared/transcripts';
import { connectedCall } from '../../locators/call';
import { callTranscript } from '../../shared/call';

/** queryCallTranscript */
export const get = operation({
	name: 'Get',
	value: 'get',
	action: 'Get transcript of one call',
	description:
		'Get the transcript of one call as text, Markdown, subtitles, utterances or talk time',
	routing: { request: { method: 'POST', url: callTranscript.path } },
	tool: {
		does: 'Gets what was said in one call, with the names of the speakers.',
		returns: 'Returns the transcript and transcript_state; it may be long.',
		use: 'Use it for exact words of a connected call. The summary of the call may be its first lines only. Not for recordings.',
	},
	endpoint: transcript(callTranscript),
	output: transcriptOutput,
	fields: [
		connectedCall,
		output,
		...writtenFields,
		simplify,
		options([
			fileName,
			ifNotFound,
			ifNotReady('transcript'),
			maxUtterances,
			speakerNames,
			waitUntilReady('transcript'),
		]),
	],
});
