import type { IDataObject } from 'n8n-workflow';

import { readRows, timeOf, uidOf } from '../../shared/api';
import { watchedConversations } from '../../shared/form';
import {
	type Fact,
	ofMinimumDuration,
	type EventSource,
	type TriggerEvent,
	windowOf,
} from '../../shared/polling';
import { includeTranscript, transcriptsOf } from '../../shared/transcripts';
import { callTranscript, exactCall } from '../shared/call';
import { callOutput } from '../shared/callOutput';
import {
	connectionStates,
	directions,
	mediaTypes,
	minimumLength,
	participants,
	results,
} from '../shared/filters';
import { DAY, HOUR } from '../../shared/durations';

const PATH = '/api/v1/calls/query';

/** Members that all call events share. */
export const callEvent = {
	path: PATH,
	fields: watchedConversations('calls'),
	filters: [connectionStates, directions, mediaTypes, minimumLength, participants, results],
	ownFilters: ['minimumDuration'],
	// The duration is 0 while the end is not known (document 2, Call)
	rowFilter: ofMinimumDuration(
		({ connection_state, duration_ms }) => connection_state === 'connected' && !duration_ms,
	),
	options: [includeTranscript('call')],
	enrich: transcriptsOf(callTranscript, {}),
	output: callOutput,
} satisfies Partial<TriggerEvent>;

/** Time in milliseconds after which the result of a call is final. Summaries and transcripts can take longer. */
export const SETTLES_WITHIN = DAY;

/** Calls by creation time, which answers do not contain (queryCalls). Both bounds are inclusive. */
export const byCreation: EventSource = {
	orderedBy: 'hiddenTime',
	lookback: SETTLES_WITHIN,
	recent: 2 * HOUR,
	read: readCalls(),
};

/** Reads calls of a span of creation times; `also` are request fields that an event always has. */
export function readCalls(also?: IDataObject): EventSource['read'] {
	return windowOf(PATH, { start: 'start_at', end: 'end_at', inclusive: true, also });
}

/** Calls by creation time; calls that are not ready are read again later by their UIDs (batchGetCalls). */
export const untilReady: EventSource = {
	...byCreation,
	unready: { read: async (uids, reader) => await readRows(exactCall, reader, uids) },
};

/** The event of a call. `mark` tells the events of one call apart. */
export function callFact(row: IDataObject, mark?: string): Fact {
	return { id: uidOf(row, 'call_uid'), mark, time: timeOf(row.started_at) };
}

/**
 * A call as an event once its transcript or summary is ready, or has failed; one in work may come to either, and one that
 * failed may be ready later.
 */
export function settledFact(
	row: IDataObject,
	part: 'transcript' | 'summary',
	wanted: 'ready' | 'failed',
): Fact | undefined {
	const state = row[`${part}_state`];
	const fact = callFact(row, wanted === 'ready' ? part : `${part}_failed`);
	if (state === wanted) return fact;
	const mayCome = state === 'processing' || (state === 'failed' && wanted === 'ready');
	return mayCome ? { ...fact, ready: false } : undefined;
}
