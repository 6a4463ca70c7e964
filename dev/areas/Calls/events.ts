import { HOUR, MINUTE } from '../../../nodes/shared/durations';
import { chatsById, peopleById } from '../../contract/choices';
import type { Account } from '../../fake-service/account';
import type { Area, EventCase } from '../area';
import type { Given, Thing, Things } from '../things';
import type { StoredCall } from './data';

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

const call: Make = (time, number, more = {}) => ({
	call: {
		call_uid: `call_${number}`,
		created_at: time,
		direction: number % 2 ? 'outgoing' : 'incoming',
		...more,
	},
});
type Make = (time: number, number: number, more?: Partial<Things['call']>) => Thing;

const common = {
	filtered: [
		{
			watch: 'selected',
			conversations: chatsById('chat_1, chat_2'),
			filters: {
				connectionStates: ['connected', 'not_connected'],
				directions: ['incoming', 'outgoing'],
				mediaTypes: ['audio', 'video'],
				participants: peopleById('user_1,user_2'),
				results: ['normal_end', 'cancelled', 'rejected', 'not_answered', 'busy', 'offline'],
			},
		},
	],
};

/** A transcript or summary that is ready, or has failed. */
const settled = (part: 'summary' | 'transcript', state: 'ready' | 'failed'): EventCase => {
	const mark = state === 'ready' ? part : `${part}_failed`;
	return {
		words: {
			lookback: `1 day; ${state} within 30 days`,
			foundBy: 'creation, state',
			id: `UID and \`#${mark}\``,
		},
		...common,
		happen: (time, number) => [
			call(time, number, { [`${part}_state`]: state }),
			`call_${number}#${mark}`,
		],
		late: 20 * HOUR,
	};
};

export const events: Area['events'] = {
	newCall: {
		words: {
			lookback: '1 hour; 1 day with some filters',
			foundBy: 'time of creation',
			id: 'UID',
		},
		...common,
		happen: (time, number) => [call(time, number), `call_${number}`],
		burst: true,
		late: 30 * MINUTE,
	},
	missedCall: {
		words: { lookback: '1 day', foundBy: 'creation, result', id: 'UID and `#missed`' },
		filtered: [
			{
				watch: 'selected',
				conversations: chatsById('chat_1'),
				filters: {
					mediaTypes: ['audio'],
					participants: peopleById('user_1'),
				},
			},
		],
		happen: (time, number) => [
			call(time, number, {
				direction: 'incoming',
				connection_state: 'not_connected',
				result: 'not_answered',
				media_type: number % 2 ? 'video' : 'audio',
			}),
			`call_${number}#missed`,
		],
		late: 20 * HOUR,
	},
	summaryReady: settled('summary', 'ready'),
	summaryFailed: settled('summary', 'failed'),
	transcriptReady: settled('transcript', 'ready'),
	transcriptFailed: settled('transcript', 'failed'),
};
