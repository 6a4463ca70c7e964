import { returnAllOrLimit, simplify } from '../../../shared/fields';
import { list, type Operation } from '../../../shared/operations';
import { group } from '../../shared/fields';
import { memberOutput } from '../../shared/outputs';

/** listGroupJoinRestrictions: names may repeat or be empty, so `user_ref` identifies a person */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many join restrictions',
	description: 'List the people who may not join a group that you own, latest restriction first',
	routing: { request: { method: 'POST', url: '/api/v1/chat/join-restrictions/list' } },
	endpoint: list({
		rows: ({ rows }, { body }) =>
			rows.map((row) => ({ chat_session_uid: body.chat_session_uid, ...row })),
	}),
	output: memberOutput,
	fields: [group, ...returnAllOrLimit, simplify],
};
