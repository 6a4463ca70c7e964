import { returnAllOrLimit, simplify } from '../../../shared/fields';
import { list, type Operation } from '../../../shared/operations';
import { conversation } from '../../../shared/locators';
import { memberOutput } from '../../shared/outputs';

/** listChatMembers */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many members',
	description: 'List the current members of a conversation',
	routing: { request: { method: 'POST', url: '/api/v1/chat/members/list' } },
	endpoint: list({
		rows: ({ rows }, { body }) =>
			rows.map((row) => ({ chat_session_uid: body.chat_session_uid, ...row })),
	}),
	output: memberOutput,
	fields: [conversation, ...returnAllOrLimit, simplify],
};
