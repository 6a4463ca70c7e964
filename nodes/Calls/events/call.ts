import type { IDataObject } from 'n8n-workflow';

import { DAY, HOUR, timeOf, uidOf } from '../../shared/api';
import { type Fact, type TriggerEvent, windowOf } from '../../shared/polling';
import { includeTranscript, transcriptsOf } from '../../shared/transcripts';
import { callTranscript, simplifiedCall } from '../shared/call';
import {
	chatSessionUids,
	connectionStates,
	directions,
	mediaTypes,
	participants,
	results,
} from '../shared/filters';

/** What all events of calls have in common (queryCalls): both bounds are inclusive, on creation. */
export const callEvent = {
	filters: [chatSessionUids, connectionStates, directions, mediaTypes, participants, results],
	options: [includeTranscript('call')],
	simplify: true,
	hiddenTime: true,
	hot: 2 * HOUR,
	read: windowOf('/api/v1/calls/query', {
		start: 'start_at',
		end: 'end_at',
		inclusive: true,
	}),
	complete: transcriptsOf(callTranscript, {}),
	output: simplifiedCall,
} satisfies Partial<TriggerEvent>;

/** Results and connections settle after a call was created, summaries and transcripts even later. */
export const SETTLES_WITHIN = DAY;

/** A call as an event; `mark` is what became of it. */
export function callFact(row: IDataObject, mark?: string): Fact {
	return { id: uidOf(row, 'call_uid'), mark, time: timeOf(row.started_at) };
}
