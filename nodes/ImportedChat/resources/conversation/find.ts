import { filters, query, returnAllOrLimit, simplify } from '../../../shared/form';
import { operation, resolve } from '../../../shared/operations';
import { importedConversation } from '../../locators/importedConversation';
import { importedCandidateOutput } from '../../shared/importedChat';

/** resolveXchatImportConversations */
export const find = operation({
	name: 'Find',
	value: 'find',
	action: 'Find imported conversations',
	description: 'Find imported conversations by remark, nickname or group name',
	routing: { request: { method: 'POST', url: '/api/v1/xchat-import/conversations/resolve' } },
	tool: {
		does: 'Finds conversations that were imported from another chat app, by remark, nickname or group name.',
		returns: 'Returns display_name, match (exact or similar), kind, times and conversation_uid.',
		use: 'Use it before reading imported messages. Not for chats of this service. Nothing can be sent there.',
	},
	endpoint: resolve(importedConversation),
	output: importedCandidateOutput,
	fields: [
		query('Part of a remark, nickname or group name'),
		...returnAllOrLimit,
		simplify,
		filters([
			{
				displayName: 'Kind',
				name: 'kind',
				type: 'options',
				default: 'direct',
				description: 'Only conversations of this kind',
				options: [
					{ name: 'Group Chat', value: 'group', description: 'Chats of a group' },
					{ name: 'Private Chat', value: 'direct', description: 'Chats with one person' },
				],
				routing: { send: { type: 'body', property: 'kind' } },
			},
		]),
	],
});
