import { query, returnAllOrLimit, simplify } from '../../../shared/fields';
import { type Operation, resolve } from '../../../shared/operations';

/** resolvePeople: only people with a real relationship to the account */
export const find: Operation = {
	name: 'Find',
	value: 'find',
	action: 'Find people',
	description: 'Find people by nickname, remark or public ID',
	routing: { request: { method: 'POST', url: '/api/v1/people/resolve' } },
	endpoint: resolve,
	output: { first: ['display_name', 'svc_id', 'relationships', 'user_ref'] },
	fields: [query("Nickname, contact remark or public ID, or 'me'"), ...returnAllOrLimit, simplify],
};
