import { filters, query, returnAllOrLimit, simplify } from '../../../shared/form';
import { operation, resolve } from '../../../shared/operations';
import { target } from '../../locators/target';
import { scopes, targetPerson } from '../../shared/fields';
import { conversationOutput } from '../../shared/outputs';

/** resolveChatTargets: the contract wants exactly one of query and target_user_ref */
export const findTargets = operation({
	name: 'Find Chats to Send To',
	value: 'findTargets',
	action: 'Find chats to send to',
	description: 'Find private chats and groups that you can send messages to',
	routing: { request: { method: 'POST', url: '/api/v1/chat/targets/resolve' } },
	tool: {
		does: 'Finds private chats and groups that the user can send messages to, by name or by person.',
		returns: 'Returns display_name, match (exact or similar), kind and chat_session_uid of each.',
		use: 'Use it where it is not known whether the user can write to a chat. Sending takes an exact name itself. Several exact ones, or none, mean that it is not clear which is meant: ask.',
	},
	endpoint: resolve(target),
	output: conversationOutput,
	fields: [
		{
			displayName: 'Find By',
			name: 'findBy',
			type: 'options',
			noDataExpression: true,
			default: 'query',
			description: 'Whether to look up a name or a person',
			options: [
				{ name: 'Name', value: 'query', description: 'By the name of a person or group' },
				{ name: 'Person', value: 'person', description: 'The private chat with a person' },
			],
		},
		{ ...query('Name of a person or group'), displayOptions: { show: { findBy: ['query'] } } },
		{ ...targetPerson, displayOptions: { show: { findBy: ['person'] } } },
		...returnAllOrLimit,
		simplify,
		filters([scopes]),
	],
});
