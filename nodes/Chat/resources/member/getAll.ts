import { conversation } from '../../../shared/fields/locators/conversation';
import { returnAllOrLimit } from '../../../shared/fields/paging';
import type { Operation } from '../../../shared/operation';
import { page } from '../../../shared/routing/page';

/** listChatMembers */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many members',
	description: 'List the people who are in a conversation now',
	shape: page('/api/v1/chat/members/list', {
		max: 100,
		rows: ({ rows }, { body }) =>
			rows.map((row) => ({ chat_session_uid: body.chat_session_uid, ...row })),
	}),
	fields: [conversation, ...returnAllOrLimit],
};
