import type { Answer, Documented, ResultOf } from '../../contract/types';
import { readingOf, type Call, type Handlers } from '../../fake-service/call';
import type { StoredCall, StoredCallUtterance, StoredParticipant } from './data';
import { openPosition, readPage } from '../../fake-service/paging';
import { orderRows, type Order } from '../../fake-service/store';
import { castOf } from '../../fake-service/handlers/cast';
import { accepts } from '../../fake-service/handlers/matching';

const defaultWindow = 30 * 86_400_000;
const maxParticipants = 50;

const latestFirst: Order<StoredCall> = {
	key: ({ created_at, call_uid }) => [created_at, call_uid],
	directions: [-1, -1],
};

/** Calls and their transcripts. */
export const handlers: Handlers = {
	queryCalls(call) {
		const { body } = call;
		// Computed again for each page: a window with default bounds moves between pages. The contract does not say that
		// the first page fixes it.
		const now = call.clock.now();
		const end_at = Math.min(body.end_at ?? now, now);
		const start_at = body.start_at ?? end_at - defaultWindow;
		const page = readPage(
			readingOf(call),
			call.account.calls.in(latestFirst),
			(row) =>
				!row.unreadable &&
				row.created_at >= start_at &&
				row.created_at <= end_at &&
				accepts(body.directions, row.direction) &&
				accepts(body.connection_states, row.connection_state) &&
				accepts(body.media_types, row.media_type) &&
				accepts(body.results, row.result) &&
				accepts(body.chat_session_uids, row.chat_session_uid ?? '') &&
				// Even if the answer truncates the participants
				accepts(body.participant_user_refs, ...visible(row).map(({ user_ref }) => user_ref)),
		);
		return { ...page, items: page.items.map(view) };
	},

	batchGetCalls: (call) => ({
		items: call.body.call_uids.map((call_uid): ResultOf<'batchGetCalls'> => {
			const row = readableCall(call, call_uid);
			return row
				? { call_uid, found: true, call: view(row) }
				: { call_uid, found: false, call: null };
		}),
	}),

	queryCallTranscript(call): Answer<'queryCallTranscript'> {
		const { call_uid } = call.body;
		const row = readableCall(call, call_uid);
		if (!row) return { call_uid, found: false, speakers: [], utterances: [], has_more: false };
		const utterances = row.transcript_state === 'ready' ? row.utterances : [];
		const places = new Map(utterances.map((utterance, i) => [utterance, i]));
		const list = orderRows(utterances, {
			key: (utterance: StoredCallUtterance) => [utterance.start_ms, places.get(utterance)!],
			directions: [1, 1],
		});
		const reading = readingOf(call);
		const { step } = openPosition(reading);
		const { items, ...rest } = readPage(reading, list);
		const { cast, indexOf } = castOf(items, step, ({ speaker }) => String(speaker));
		return {
			call_uid,
			found: true,
			transcript_state: row.transcript_state,
			speakers: cast.map((speaker) => row.speakers[Number(speaker)]),
			utterances: items.map((utterance) => utteranceView(utterance, indexOf(utterance))),
			...rest,
		};
	},
};

function readableCall(call: Call, call_uid: string): StoredCall | undefined {
	const row = call.account.calls.get(call_uid);
	return row?.unreadable ? undefined : row;
}

function visible({ participants }: StoredCall): StoredParticipant[] {
	return participants.filter(({ invisible }) => !invisible);
}

function view(row: StoredCall): Documented<'Call'> {
	// The contract has no order: by reference, so the account itself can be among the truncated ones.
	const participants = visible(row)
		.sort((a, b) => (a.user_ref < b.user_ref ? -1 : 1))
		.slice(0, maxParticipants)
		.map(({ invisible: _invisible, ...participant }) => participant);
	return {
		call_uid: row.call_uid,
		started_at: rfc3339(row.started_at),
		duration_ms: durationOf(row),
		direction: row.direction,
		connection_state: row.connection_state,
		media_type: row.media_type,
		result: row.result,
		participants,
		participants_truncated: participants.length < row.participants.length,
		transcript_state: row.transcript_state,
		summary_state: row.summary_state,
		summary: summaryOf(row),
	};
}

/** Duration from connection, or else from the start; 0 without a valid end. */
function durationOf({ started_at, connected_at = started_at, ended_at = 0 }: StoredCall): number {
	return Math.max(0, ended_at - connected_at);
}

/** The summary if it is ready; otherwise null, or no field at all. */
function summaryOf({ summary_state, summary }: StoredCall): Documented<'Call'>['summary'] {
	if (summary_state === 'ready') return summary;
	return summary_state === 'processing' ? undefined : null;
}

function utteranceView(
	{ speaker, ...utterance }: StoredCallUtterance,
	speaker_index: number,
): Documented<'CallUtterance'> {
	return { ...utterance, speaker_index };
}

/** A time in UTC with as many fractional digits as needed, as RFC 3339 allows. */
function rfc3339(time: number): string {
	return new Date(time).toISOString().replace(/\.?0*Z$/, 'Z');
}
