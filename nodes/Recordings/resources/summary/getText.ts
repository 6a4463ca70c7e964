import {
	fileName,
	ifNotFound,
	ifNotReady,
	options,
	outputField,
	waitUntilReady,
	simplify,
} from '../../../shared/fields';
import type { Operation } from '../../../shared/operations';
import { summary } from '../../locators/summary';
import { summaryTextOutput } from '../../shared/outputs';
import { SUMMARY_URL, summaryText } from '../../shared/summaryText';

/** readRecordingSummary: all pages of the text, joined */
export const getText: Operation = {
	name: 'Get Text',
	value: 'getText',
	action: 'Get summary text',
	description: 'Get the full text of a daily summary or a timeline',
	routing: { request: { method: 'POST', url: SUMMARY_URL } },
	tool: {
		does: 'Gets the whole text of a daily summary or timeline of recordings.',
		returns: 'Returns text, its format (markdown, json or text) and content_state.',
		use: 'Use it to answer what happened on a day. It was made automatically: check exact words in the transcript.',
	},
	endpoint: summaryText,
	output: summaryTextOutput,
	fields: [
		summary,
		outputField(),
		simplify,
		options([
			fileName,
			ifNotFound,
			ifNotReady('summary'),
			{
				displayName: 'Page Size',
				name: 'pageSize',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 20000 },
				default: 20000,
				description: 'Number of characters to read per request. It does not change the result.',
				routing: { send: { type: 'body', property: 'limit' } },
			},
			waitUntilReady('summary'),
		]),
	],
};
