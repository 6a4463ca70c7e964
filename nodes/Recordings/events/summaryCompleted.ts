import type { IDataObject } from 'n8n-workflow';

import { goneOf } from '../../shared/api';
import {
	containsWords,
	looksForWords,
	refuseUnreadable,
	textContains,
	triggerEvent,
} from '../../shared/polling';
import { readSummaryText } from '../shared/summaryText';
import { settledSummaries, summaryEvent, summaryFact } from './summary';

export const summaryCompleted = triggerEvent({
	...summaryEvent,
	name: 'Summary Ready',
	value: 'summaryCompleted',
	description: 'Triggers when a daily summary or a timeline of your recordings is complete',
	filters: [...summaryEvent.filters, textContains('summaries whose text')],
	ownFilters: ['textContains'],
	options: [
		{
			displayName: 'Include Text',
			name: 'includeText',
			type: 'boolean',
			default: false,
			description:
				'Whether to add its text to each summary. Takes at least one more request per summary.',
		},
	],
	source: settledSummaries('completed'),
	fact: (row) => summaryFact(row, 'completed'),
	enrich: {
		needed: (reader) => reader.own.includeText === true || looksForWords(reader),
		add: async (row, reader) => {
			const whole = await readSummaryText(row, reader);
			refuseUnreadable(reader, whole.text);
			if (!containsWords(reader, [whole.text])) return undefined;
			if (reader.own.includeText !== true) return row;
			return whole.text === null ? without(row, goneOf({ thing: 'summary' })) : whole;
		},
		without,
	},
});

function without(row: IDataObject, reason: string): IDataObject {
	return { ...row, text: null, text_error: reason };
}
