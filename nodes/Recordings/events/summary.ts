import type { IDataObject } from 'n8n-workflow';

import { inParallel, paginate, timeOf, uidOf } from '../../shared/api';
import {
	type Fact,
	type Reader,
	type EventSource,
	type TriggerEvent,
	windowOf,
} from '../../shared/polling';
import { kinds } from '../shared/filters';
import { summaryOutput } from '../shared/outputs';
import { readSummaryState } from '../shared/summaryText';
import { DAY } from '../../shared/durations';

const URL = '/api/v1/recordings/summaries/query';

/** Fields that all events of summaries have. */
export const summaryEvent = {
	path: URL,
	filters: [kinds],
	output: summaryOutput,
} satisfies Partial<TriggerEvent>;

/**
 * Summaries with a state that ends their generation (queryRecordingSummaries). A summary covers a span of time and
 * belongs to no single recording.
 */
export function settledSummaries(state: 'completed' | 'failed'): EventSource {
	return {
		overlaps: true,
		lookback: 7 * DAY,
		recent: 2 * DAY,
		read: windowOf(URL, {
			start: 'start_at',
			end: 'end_at',
			inclusive: false,
			overlap: true,
			ascending: 'start_at',
			also: { generation_states: [state], order: 'asc' },
		}),
		unready: { read: summariesOf, inWork: summariesInWork },
	};
}

/**
 * A summary as an event once it is completed, or has failed. The service was asked for that state, and the row is
 * looked at again: a summary can change between question and answer.
 */
export function summaryFact(
	{ generation_state, ...row }: IDataObject,
	wanted: 'completed' | 'failed',
): Fact | undefined {
	const fact = { id: uidOf(row, 'summary_uid'), mark: wanted, time: timeOf(row.end_at) };
	if (generation_state === wanted) return fact;
	return generation_state === 'processing' ? { ...fact, ready: false } : undefined;
}

/** All summaries in work, of whatever time. */
function summariesInWork({ ask, filters }: Reader) {
	return paginate({ url: URL, ask }, { ...filters, generation_states: ['processing'] });
}

/** Summaries as they are now (readRecordingSummary); undefined for one that cannot be read. */
async function summariesOf(uids: string[], reader: Reader) {
	const rows = new Map<string, IDataObject | undefined>();
	await inParallel(uids, async (uid) => {
		rows.set(uid, await readSummaryState(uid, reader));
	});
	return uids.map((uid) => rows.get(uid));
}
