import { conversation, returnAllOrLimit, simplify } from '../../../shared/form';
import { list, operation } from '../../../shared/operations';
import { memberOutput } from '../../shared/outputs';

/** listChatMembers */
export const getAll = operation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many members',
	description: 'List the current members of a conversation',
	routing: { request: { method: 'POST', url: '/api/v1/chat/members/list' } },
	tool: {
		does: 'Lists the people who are in a chat or group now.',
		returns: 'Returns display_name, role (owner, admin, participant), joined_at and user_ref.',
		use: 'Use it to see who takes part in a conversation. They cannot be added or removed here.',
	},
	endpoint: list({
		row: (row, _data, { body: { chat_session_uid } }) => ({ chat_session_uid, ...row }),
	}),
	output: memberOutput,
	fields: [conversation, ...returnAllOrLimit, simplify],
});
