import type { Operation } from '../../../shared/operation';
import { one } from '../../../shared/routing/one';

/** getCurrentUserAccountBindings: one item for each of the six sign-in providers */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many account bindings',
	description: 'List the sign-in providers and whether each is bound to the account',
	shape: one('/api/v1/account-bindings/get', { list: 'items' }),
	fields: [],
};
