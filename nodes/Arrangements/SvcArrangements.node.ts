import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { searchRecords, searchTopics } from '../shared/form';
import { declare } from '../shared/operations';
import { tools } from '../shared/tools';
import { searchArrangements } from './locators/arrangement';
import { arrangement } from './resources/arrangement';

const { properties, customOperations, subtitle } = declare([arrangement], tools);

export class SvcArrangements implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Svc Tasks',
		name: 'svcArrangements',
		icon: {
			light: 'file:../../icons/arrangements.svg',
			dark: 'file:../../icons/arrangements.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle,
		description: 'Create, read, update and complete tasks',
		defaults: { name: 'Svc Tasks' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'svcApi', required: true }],
		requestDefaults: { baseURL: '={{$credentials.baseUrl}}' },
		properties,
	};

	customOperations = customOperations;

	methods = { listSearch: { searchArrangements, searchRecords, searchTopics } };
}
