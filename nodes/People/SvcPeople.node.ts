import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { declare } from '../shared/operations';
import { tools } from '../shared/tools';
import { person } from './resources/person';

const { properties, customOperations, subtitle } = declare([person], tools);

export class SvcPeople implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Svc People',
		name: 'svcPeople',
		icon: { light: 'file:../../icons/people.svg', dark: 'file:../../icons/people.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle,
		description: 'Find people whom your account knows, and get their IDs',
		defaults: { name: 'Svc People' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'svcApi', required: true }],
		requestDefaults: { baseURL: '={{$credentials.baseUrl}}' },
		properties,
	};

	customOperations = customOperations;
}
