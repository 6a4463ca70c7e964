import type { IDataObject } from 'n8n-workflow';

import { DAY, inParallel, paginate, timeOf, uidOf } from '../../shared/api';
import { type Reader, type TriggerEvent, windowOf } from '../../shared/polling';
import { kinds } from '../shared/filters';
import { summaryOutput } from '../shared/outputs';
import { readSummaryState, readSummaryText } from '../shared/summaryText';

const URL = '/api/v1/recordings/summaries/query';

/** queryRecordingSummaries: a summary covers a time range, not a single recording. */
export const summaryCompleted: TriggerEvent = {
	name: 'Summary Ready',
	value: 'summaryCompleted',
	description: 'Triggers when a daily summary or a timeline of your recordings is ready',
	filters: [kinds],
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
	source: {
		kind: 'timeRange',
		lookback: 7 * DAY,
		recent: 2 * DAY,
		read: windowOf(URL, {
			start: 'start_at',
			end: 'end_at',
			inclusive: false,
			overlap: true,
			also: { generation_states: ['completed'] },
		}),
		unready: { read: summariesOf, inWork: summariesInWork },
	},
	// The request asks for completed summaries only, but the state can change before the answer
	fact: ({ generation_state, ...row }) => {
		const fact = { id: uidOf(row, 'summary_uid'), mark: 'completed', time: timeOf(row.end_at) };
		if (generation_state === 'completed') return fact;
		return generation_state === 'processing' ? { ...fact, ready: false } : undefined;
	},
	enrich: {
		wanted: ({ own }) => own.includeText === true,
		add: readSummaryText,
		without: (row, reason) => ({ ...row, text: null, text_error: reason }),
	},
	output: summaryOutput,
};

/** All summaries that are being generated, for any time range. */
async function* summariesInWork({ ask, filters }: Reader): AsyncGenerator<IDataObject[]> {
	const request = { ...filters, generation_states: ['processing'] };
	for await (const { rows } of paginate({ url: URL, ask }, request)) yield rows;
}

/** The current state of summaries (readRecordingSummary). Summaries that no longer exist are left out. */
async function summariesOf(uids: string[], reader: Reader): Promise<IDataObject[]> {
	const rows: IDataObject[] = [];
	await inParallel(uids, async (uid) => {
		const row = await readSummaryState(uid, reader);
		if (row) rows.push(row);
	});
	return rows;
}
