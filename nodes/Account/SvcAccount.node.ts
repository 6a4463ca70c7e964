import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { declare } from '../shared/operations';
import { tools } from '../shared/tools';
import { accountBinding } from './resources/accountBinding';
import { profile } from './resources/profile';

const { properties, customOperations, subtitle } = declare([profile, accountBinding], tools);

export class SvcAccount implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Svc Account',
		name: 'svcAccount',
		icon: { light: 'file:../../icons/account.svg', dark: 'file:../../icons/account.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle,
		description: 'Read the profile of your account, and see which ways to sign in are set up',
		defaults: { name: 'Svc Account' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'svcApi', required: true }],
		requestDefaults: { baseURL: '={{$credentials.baseUrl}}' },
		properties,
	};

	customOperations = customOperations;
}
