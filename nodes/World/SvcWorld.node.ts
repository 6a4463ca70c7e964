import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { searchPeople, searchPublishable } from '../shared/form';
import { declare } from '../shared/operations';
import { tools } from '../shared/tools';
import { searchPosts } from './locators/post';
import { candidate } from './resources/candidate';
import { interaction } from './resources/interaction';
import { post } from './resources/post';
import { reply } from './resources/reply';

const resources = [post, reply, interaction, candidate];
const { properties, customOperations, subtitle } = declare(resources, tools);

export class SvcWorld implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Svc World',
		name: 'svcWorld',
		icon: { light: 'file:../../icons/world.svg', dark: 'file:../../icons/world.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle,
		description: 'Publish, unpublish and read public posts and their replies',
		defaults: { name: 'Svc World' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'svcApi', required: true }],
		requestDefaults: { baseURL: '={{$credentials.baseUrl}}' },
		properties,
	};

	customOperations = customOperations;

	methods = { listSearch: { searchPeople, searchPosts, searchPublishable } };
}
