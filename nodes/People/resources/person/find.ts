import { person, query, returnAllOrLimit, simplify } from '../../../shared/form';
import { operation, resolve } from '../../../shared/operations';

/** resolvePeople: the account itself, its contacts, and people with whom it shares a chat */
export const find = operation({
	name: 'Find',
	value: 'find',
	action: 'Find people',
	description: 'Find people by nickname, contact remark or public ID',
	routing: { request: { method: 'POST', url: '/api/v1/people/resolve' } },
	tool: {
		does: 'Finds people the user knows (contacts, private chats, shared groups) by nickname, contact remark or public ID.',
		returns: 'Returns display_name, match (exact or similar), svc_id, relationships and user_ref.',
		use: 'Use it to turn a name into the user_ref that other tools take. Several exact ones, or none, mean that it is not clear who is meant: ask. Not for chats. No contact can be added.',
	},
	endpoint: resolve(person),
	output: { fields: 'display_name match? svc_id relationships user_ref' },
	fields: [
		query("Nickname, contact remark or public ID of a person. 'me' finds your own account."),
		...returnAllOrLimit,
		simplify,
	],
});
