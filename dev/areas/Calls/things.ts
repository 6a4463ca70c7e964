import type { Account } from '../../fake-service/account';
import type { StoredCall } from './data';
import type { Area } from '../area';
import type { Given, Things } from '../things';

declare module '../things' {
	interface Things {
		call: Given<StoredCall, 'call_uid' | 'created_at'>;
	}
}

export function addCall(account: Account, given: Things['call']): StoredCall {
	const row: StoredCall = {
		started_at: given.created_at,
		direction: 'incoming',
		connection_state: 'connected',
		media_type: 'audio',
		result: 'unknown',
		participants: [],
		transcript_state: 'processing',
		summary_state: 'processing',
		speakers: [],
		utterances: [],
		...given,
	};
	account.calls.set(row.call_uid, row);
	return row;
}

export const things: Area['things'] = { call: addCall };
