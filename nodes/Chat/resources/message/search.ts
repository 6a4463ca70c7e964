import { bound, filters, keyword, returnAllOrLimit } from '../../../shared/fields';
import { before, list, type Operation } from '../../../shared/operations';
import { conversations, senders } from '../../shared/fields';

/** searchChatMessages: by relevance, then by time; the full text needs Get */
export const search: Operation = {
	name: 'Search',
	value: 'search',
	action: 'Search messages',
	description: 'Find messages by words in their title or text',
	routing: { request: { method: 'POST', url: '/api/v1/chat/messages/search' } },
	endpoint: list(),
	fields: [
		keyword,
		{
			...conversations({ list: { maxItems: 100 } }, 'Where to search, up to 100 conversations'),
			required: true,
		},
		...returnAllOrLimit,
		filters([
			bound('End', 'endAt', 'end_at', 'Latest time, exclusive'),
			senders,
			bound('Start', 'startAt', 'start_at', 'Earliest time, inclusive'),
		]),
	],
	rules: [before('start_at', 'end_at')],
};
