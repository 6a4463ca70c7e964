import type { INodeParameters } from 'n8n-workflow';

import { chatsById, peopleById } from '../../contract/choices';
import type { Area, EventCase } from '../area';
import type { Things } from '../things';

const ofCalls: INodeParameters = {
	filters: {
		conversations: chatsById('chat_1, chat_2'),
		connectionStates: ['connected', 'not_connected'],
		directions: ['incoming', 'outgoing'],
		mediaTypes: ['audio', 'video'],
		participants: peopleById('user_1,user_2'),
		results: ['normal_end', 'cancelled', 'rejected', 'not_answered', 'busy', 'offline'],
	},
};

const call =
	(more: Partial<Things['call']>): EventCase['happen'] =>
	(time, number) => ({ call: { call_uid: `call_${number}`, created_at: time, ...more } });

const settled = (state: string) => ({
	lookback: `1 day; ${state} within 30 days`,
	foundBy: 'creation, state',
	id: 'UID',
});

export const events: Area['events'] = {
	newCall: {
		words: {
			lookback: '1 hour; 1 day with a result or connection filter',
			foundBy: 'time of creation',
			id: 'UID',
		},
		filtered: [ofCalls],
		happen: call({}),
		burst: call({}),
	},
	missedCall: {
		words: { lookback: '1 day', foundBy: 'creation, result', id: 'UID' },
		filtered: [
			{
				filters: {
					conversations: chatsById('chat_1'),
					mediaTypes: ['audio'],
					participants: peopleById('user_1'),
				},
			},
		],
		happen: call({ connection_state: 'not_connected', result: 'not_answered' }),
	},
	summaryReady: {
		words: settled('ready'),
		filtered: [ofCalls],
		happen: call({ summary_state: 'ready' }),
	},
	summaryFailed: {
		words: settled('failed'),
		filtered: [ofCalls],
		happen: call({ summary_state: 'failed' }),
	},
	transcriptReady: {
		words: settled('ready'),
		filtered: [ofCalls],
		happen: call({ transcript_state: 'ready' }),
	},
	transcriptFailed: {
		words: settled('failed'),
		filtered: [ofCalls],
		happen: call({ transcript_state: 'failed' }),
	},
};
