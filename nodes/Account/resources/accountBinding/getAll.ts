import { simplify } from '../../../shared/fields';
import { type Operation, single } from '../../../shared/operations';

/** getCurrentUserAccountBindings: one item for each of the six sign-in providers */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many account bindings',
	description: 'List all sign-in providers and whether each is bound to your account',
	routing: { request: { method: 'POST', url: '/api/v1/account-bindings/get' } },
	endpoint: single({ list: 'items' }),
	output: { first: ['provider', 'bound'] },
	fields: [simplify],
};
