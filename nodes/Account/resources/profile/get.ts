import { simplify } from '../../../shared/form';
import { operation, single } from '../../../shared/operations';

/** getCurrentUserProfile */
export const get = operation({
	name: 'Get',
	value: 'get',
	action: 'Get profile',
	description: 'Get the nickname, public ID and user ID of your account',
	routing: { request: { method: 'POST', url: '/api/v1/profile/get' } },
	tool: {
		does: "Gets the user's own account: nickname, public ID and user reference.",
		returns: 'Returns one object with nickname, svc_id, user_ref and created_at.',
		use: "Use it to learn who 'I' or 'me' is, and the user_ref by which other tools name the user. Not for other people.",
	},
	endpoint: single(),
	output: { fields: 'nickname svc_id created_at user_ref' },
	fields: [simplify],
});
