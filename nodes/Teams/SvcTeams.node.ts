import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { searchPeople } from '../shared/form';
import { declare } from '../shared/operations';
import { tools } from '../shared/tools';
import { searchTeams } from './locators/team';
import { member } from './resources/member';
import { team } from './resources/team';

const { properties, customOperations, subtitle } = declare([team, member], tools);

export class SvcTeams implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Svc Teams',
		name: 'svcTeams',
		icon: { light: 'file:../../icons/teams.svg', dark: 'file:../../icons/teams.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle,
		description: 'Find, create and join teams, and list and remove their members',
		defaults: { name: 'Svc Teams' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'svcApi', required: true }],
		requestDefaults: { baseURL: '={{$credentials.baseUrl}}' },
		properties,
	};

	customOperations = customOperations;

	methods = { listSearch: { searchPeople, searchTeams } };
}
