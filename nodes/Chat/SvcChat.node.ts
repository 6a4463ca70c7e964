import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { searchConversations, searchOtherPeople, searchPeople } from '../shared/form';
import { declare } from '../shared/operations';
import { tools } from '../shared/tools';
import { searchTargets } from './locators/target';
import { conversation } from './resources/conversation';
import { joinRestriction } from './resources/joinRestriction';
import { member } from './resources/member';
import { message } from './resources/message';
import { answer, answerWebhooks } from './shared/answer';

const resources = [message, conversation, member, joinRestriction];
const { properties, customOperations, subtitle } = declare(resources, tools);

export class SvcChat implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Svc Chat',
		name: 'svcChat',
		icon: { light: 'file:../../icons/chat.svg', dark: 'file:../../icons/chat.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle,
		description: 'Send, search and read chat messages, and moderate groups',
		defaults: { name: 'Svc Chat' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'svcApi', required: true }],
		webhooks: answerWebhooks,
		waitingNodeTooltip: 'The node waits for an answer to its message',
		requestDefaults: { baseURL: '={{$credentials.baseUrl}}' },
		properties,
	};

	customOperations = customOperations;

	webhook = answer;

	methods = {
		listSearch: { searchConversations, searchOtherPeople, searchPeople, searchTargets },
	};
}
