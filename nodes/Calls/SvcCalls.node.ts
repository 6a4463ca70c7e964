import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { searchConversations, searchPeople } from '../shared/form';
import { declare } from '../shared/operations';
import { tools } from '../shared/tools';
import { searchCalls, searchConnectedCalls } from './locators/call';
import { call } from './resources/call';
import { transcript } from './resources/transcript';

const { properties, customOperations, subtitle } = declare([call, transcript], tools);

export class SvcCalls implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Svc Calls',
		name: 'svcCalls',
		icon: { light: 'file:../../icons/calls.svg', dark: 'file:../../icons/calls.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle,
		description: 'Read calls with their summaries, transcripts and talk times',
		defaults: { name: 'Svc Calls' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'svcApi', required: true }],
		requestDefaults: { baseURL: '={{$credentials.baseUrl}}' },
		properties,
	};

	customOperations = customOperations;

	methods = {
		listSearch: { searchCalls, searchConnectedCalls, searchConversations, searchPeople },
	};
}
