import type { IDataObject } from 'n8n-workflow';

import { batchRows, DAY, HOUR, timeOf, uidOf } from '../../shared/api';
import { type Fact, type TimeRange, type TriggerEvent, windowOf } from '../../shared/polling';
import { includeTranscript, transcriptsOf } from '../../shared/transcripts';
import { callTranscript, exactCall } from '../shared/call';
import { callOutput } from '../shared/callOutput';
import {
	connectionStates,
	directions,
	mediaTypes,
	ofConversations,
	participants,
	results,
} from '../shared/filters';

/** Members that all call events share. */
export const callEvent = {
	filters: [connectionStates, ofConversations, directions, mediaTypes, participants, results],
	options: [includeTranscript('call')],
	enrich: transcriptsOf(callTranscript, {}),
	output: callOutput,
} satisfies Partial<TriggerEvent>;

/** Time in milliseconds after which the result of a call is final. Summaries and transcripts can take longer. */
export const SETTLES_WITHIN = DAY;

/** Calls by creation time, which answers do not contain (queryCalls). Both bounds are inclusive. */
export const byCreation: TimeRange = {
	kind: 'timeRange',
	orderedBy: 'hiddenTime',
	lookback: SETTLES_WITHIN,
	recent: 2 * HOUR,
	read: windowOf('/api/v1/calls/query', { start: 'start_at', end: 'end_at', inclusive: true }),
};

/** Calls by creation time; calls that are not ready are read again later by their UIDs (batchGetCalls). */
export const untilReady: TimeRange = {
	...byCreation,
	unready: { read: async (uids, reader) => await batchRows(exactCall, reader, uids) },
};

/** The event of a call. `mark` tells the events of one call apart. */
export function callFact(row: IDataObject, mark?: string): Fact {
	return { id: uidOf(row, 'call_uid'), mark, time: timeOf(row.started_at) };
}

/** The event of a call whose transcript or summary is in `state`: `ready`, or `processing` and ready later. */
export function readyFact(row: IDataObject, state: unknown, mark: string): Fact | undefined {
	if (state === 'ready') return callFact(row, mark);
	return state === 'processing' ? { ...callFact(row, mark), ready: false } : undefined;
}
