import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { declare } from '../shared/operations';
import { tools } from '../shared/tools';
import { bot } from './resources/bot';
import { conversation } from './resources/conversation';
import { groupBinding } from './resources/groupBinding';
import { message } from './resources/message';
import { request } from './resources/request';
import { webhookSecurity } from './resources/webhookSecurity';

const resources = [bot, message, request, conversation, groupBinding, webhookSecurity];
const { properties, customOperations, subtitle } = declare(resources, tools);

export class SvcBots implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Svc Bots',
		name: 'svcBots',
		icon: { light: 'file:../../icons/bots.svg', dark: 'file:../../icons/bots.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle,
		description: 'Create and manage bots, install them in groups, and publish messages as a bot',
		defaults: { name: 'Svc Bots' },
		// No operation has fields that a model could fill in
		usableAsTool: undefined,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'svcApi', required: true }],
		requestDefaults: { baseURL: '={{$credentials.baseUrl}}' },
		properties,
	};

	customOperations = customOperations;
}
