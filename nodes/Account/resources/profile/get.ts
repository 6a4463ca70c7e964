import { simplify } from '../../../shared/fields';
import { type Operation, single } from '../../../shared/operations';

/** getCurrentUserProfile */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get profile',
	description: 'Get the nickname, public ID and user ID of your account',
	routing: { request: { method: 'POST', url: '/api/v1/profile/get' } },
	endpoint: single(),
	output: { first: ['nickname', 'svc_id', 'created_at', 'user_ref'] },
	fields: [simplify],
};
