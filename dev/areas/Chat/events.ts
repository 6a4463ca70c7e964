import { chatsById, peopleById } from '../../contract/choices';
import type { Area, EventCase } from '../area';

const message: EventCase['happen'] = (time, number) => ({
	message: { sequence: number, message_at: time },
});

export const events: Area['events'] = {
	newMessage: {
		words: { lookback: '1 hour', foundBy: 'own time', id: 'conversation and sequence' },
		filtered: [
			{ filters: { scopes: ['contact', 'private_chat', 'group_chat'] } },
			{
				filters: { conversations: chatsById('chat_1,chat_2'), senders: peopleById('user_1') },
			},
		],
		happen: message,
		burst: message,
	},
};
