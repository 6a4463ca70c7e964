import { isGiven, objectOf } from '../../../shared/api';
import { FailureError, rejection } from '../../../shared/errors';
import { ifNotFound, options } from '../../../shared/fields';
import { person } from '../../../shared/locators';
import { getByKeys, type Operation } from '../../../shared/operations';
import { group } from '../../shared/fields';

/** batchGetGroupMembers: the contract leaves its result shape open, so it is read tolerantly */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get group member',
	description: 'Read whether somebody is or was in a group that you own',
	routing: { request: { method: 'POST', url: '/api/v1/chat/members/batch-get' } },
	endpoint: getByKeys({
		by: ['chat_session_uid', 'target_user_ref'],
		row: ({ item_id: _itemId, status, reason, member, ...result }) =>
			status === 'rejected'
				? new FailureError(rejection('member', typeof reason === 'string' ? reason : undefined))
				: { ...result, ...(isGiven(member) && objectOf({ member }, 'member')) },
	}),
	fields: [
		group,
		{
			...person,
			required: true,
			description: 'A present or former member',
			routing: { send: { type: 'body', property: 'target_user_ref' } },
		},
		options([ifNotFound]),
	],
};
