import { simplify } from '../../../shared/form';
import { operation, single } from '../../../shared/operations';

/** getCurrentUserAccountBindings: one item for each of the six sign-in providers */
export const getAll = operation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many account bindings',
	description: 'List all sign-in providers and whether each is bound to your account',
	routing: { request: { method: 'POST', url: '/api/v1/account-bindings/get' } },
	tool: {
		does: "Lists the ways of signing in (phone, email and others) with whether each is bound to the user's own account.",
		returns: 'Returns six entries with provider and bound; never phone numbers or addresses.',
		use: 'Use it to check whether a phone is bound, which publishing can require.',
	},
	endpoint: single({ list: 'items' }),
	output: { fields: 'provider bound' },
	fields: [simplify],
});
