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

/** Fields that all events of calls have. */
export const callEvent = {
	filters: [connectionStates, ofConversations, directions, mediaTypes, participants, results],
	options: [includeTranscript('call')],
	enrich: transcriptsOf(callTranscript, {}),
	output: callOutput,
} satisfies Partial<TriggerEvent>;

/** Results and connections settle after a call was created, summaries and transcripts even later. */
export const SETTLES_WITHIN = DAY;

/** Calls by their creation, which no answer shows (queryCalls): both bounds are inclusive. */
export const byCreation: TimeRange = {
	kind: 'timeRange',
	orderedBy: 'hiddenTime',
	lookback: SETTLES_WITHIN,
	recent: 2 * HOUR,
	read: windowOf('/api/v1/calls/query', { start: 'start_at', end: 'end_at', inclusive: true }),
};

/** Calls by their creation, for events that a call may become long after it (batchGetCalls). */
export const untilReady: TimeRange = {
	...byCreation,
	unready: { read: async (uids, reader) => await batchRows(exactCall, reader, uids) },
};

/** A call as an event; `mark` is what became of it. */
export function callFact(row: IDataObject, mark?: string): Fact {
	return { id: uidOf(row, 'call_uid'), mark, time: timeOf(row.started_at) };
}

/** A call as an event for a state of its transcript or summary that is `ready` or may become so. */
export function readyFact(row: IDataObject, state: unknown, mark: string): Fact | undefined {
	if (state === 'ready') return callFact(row, mark);
	return state === 'processing' ? { ...callFact(row, mark), ready: false } : undefined;
}
