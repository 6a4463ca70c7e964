import { returnAllOrLimit, simplify } from '../../../shared/form';
import { list, operation } from '../../../shared/operations';
import { group } from '../../shared/fields';
import { ownerOnly } from '../../shared/ownerOnly';
import { restrictionOutput } from '../../shared/outputs';

/** listGroupJoinRestrictions: names may repeat or be empty, so `user_ref` identifies a person */
export const getAll = operation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many join restrictions',
	description: 'List the people who may not join a group that you own, latest restriction first',
	routing: { request: { method: 'POST', url: '/api/v1/chat/join-restrictions/list' } },
	tool: {
		does: 'Lists the people who may not join a group chat that the user owns, the latest restriction first.',
		returns: 'Returns display_name, user_ref and restricted_at.',
		use: 'Use it only for groups the user owns; others are refused.',
	},
	endpoint: ownerOnly(
		list({
			row: (row, _data, { body: { chat_session_uid } }) => ({ chat_session_uid, ...row }),
		}),
	),
	output: restrictionOutput,
	fields: [group, ...returnAllOrLimit, simplify],
});
