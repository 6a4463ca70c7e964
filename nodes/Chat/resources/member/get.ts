import { isGiven, objectOf, textIn } from '../../../shared/api';
import { ifNotFound, options, simplify } from '../../../shared/form';
import { getExact, operation, rejection } from '../../../shared/operations';
import { group, targetPerson } from '../../shared/fields';
import { ownerOnly } from '../../shared/ownerOnly';
import { membershipOutput } from '../../shared/outputs';
import { omit } from '../../../shared/objects';

/** batchGetGroupMembers: the contract does not define the shape of a result, so several shapes are accepted */
export const get = operation({
	name: 'Get',
	value: 'get',
	action: 'Get group member',
	description: 'Get the current or former membership of a person in a group that you own',
	routing: { request: { method: 'POST', url: '/api/v1/chat/members/batch-get' } },
	tool: {
		does: 'Gets the membership of one person in a group chat that the user owns, also after the person has left.',
		returns: 'Returns membership_status (active, left, removed), role, joined_at, join_restricted.',
		use: 'Use it to check one person. Not for who is in a chat now.',
	},
	endpoint: ownerOnly(
		getExact({
			path: '/api/v1/chat/members/batch-get',
			thing: 'member',
			keys: ['chat_session_uid', 'target_user_ref'],
			entity: ({ status, member, ...result }) =>
				status === 'rejected'
					? undefined
					: {
							...omit(result, 'item_id', 'reason'),
							...(isGiven(member) && objectOf({ member }, 'member')),
						},
			refusal: ({ reason }) => rejection('member', textIn(reason)),
		}),
	),
	output: membershipOutput,
	fields: [
		group,
		{ ...targetPerson, description: 'Current or former member of the group' },
		simplify,
		options([ifNotFound]),
	],
});
