import {
	fileName,
	ifNotFound,
	ifNotReady,
	options,
	optionalOutputField,
	waitUntilReady,
	simplify,
} from '../../../shared/form';
import { operation } from '../../../shared/operations';
import { summary } from '../../locators/summary';
import { summaryTextOutput } from '../../shared/outputs';
import { SUMMARY_URL, summaryText } from '../../shared/summaryText';

/** readRecordingSummary: all pages of the text, joined */
export const getText = operation({
	name: 'Get Text',
	value: 'getText',
	action: 'Get summary text',
	description: 'Get the full text of a daily summary or a timeline',
	routing: { request: { method: 'POST', url: SUMMARY_URL } },
	tool: {
		does: 'Gets the whole text of a daily summary or timeline of recordings.',
		returns: 'Returns text, its format (markdown, json or text) and content_state.',
		use: 'Use it to answer what happened on a day. It was made automatically: exact words are in the transcript.',
	},
	endpoint: summaryText,
	output: summaryTextOutput,
	fields: [
		summary,
		optionalOutputField,
		simplify,
		options([fileName, ifNotFound, ifNotReady('summary'), waitUntilReady('summary')]),
	],
});
