import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { searchPeople, searchRecords, searchTopics } from '../shared/form';
import { declare } from '../shared/operations';
import { tools } from '../shared/tools';
import { record } from './resources/record';
import { topic } from './resources/topic';

const { properties, customOperations, subtitle } = declare([record, topic], tools);

export class SvcRecords implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Svc Records',
		name: 'svcRecords',
		icon: { light: 'file:../../icons/records.svg', dark: 'file:../../icons/records.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle,
		description:
			'Create, read, update and search records (notes and texts from chats), and file them in topics',
		defaults: { name: 'Svc Records' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'svcApi', required: true }],
		requestDefaults: { baseURL: '={{$credentials.baseUrl}}' },
		properties,
	};

	customOperations = customOperations;

	methods = { listSearch: { searchPeople, searchRecords, searchTopics } };
}
