import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { searchPeople } from '../shared/form';
import { declare } from '../shared/operations';
import { tools } from '../shared/tools';
import { searchImportedConversations } from './locators/importedConversation';
import { conversation } from './resources/conversation';
import { groupMember } from './resources/groupMember';
import { message } from './resources/message';

const resources = [message, conversation, groupMember];
const { properties, customOperations, subtitle } = declare(resources, tools);

export class SvcImportedChat implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Svc Imported Chat',
		name: 'svcImportedChat',
		icon: {
			light: 'file:../../icons/importedChat.svg',
			dark: 'file:../../icons/importedChat.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle,
		description: 'Read chat history that was imported from another app',
		defaults: { name: 'Svc Imported Chat' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'svcApi', required: true }],
		requestDefaults: { baseURL: '={{$credentials.baseUrl}}' },
		properties,
	};

	customOperations = customOperations;

	methods = { listSearch: { searchImportedConversations, searchPeople } };
}
