import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { searchPeople } from '../shared/form';
import { declare } from '../shared/operations';
import { tools } from '../shared/tools';
import { searchRecordings } from './locators/recording';
import { searchSpeakers } from './locators/speaker';
import { searchSummaries } from './locators/summary';
import { recording } from './resources/recording';
import { speaker } from './resources/speaker';
import { summary } from './resources/summary';
import { transcript } from './resources/transcript';

const resources = [recording, transcript, summary, speaker];
const { properties, customOperations, subtitle } = declare(resources, tools);

export class SvcRecordings implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Svc Recordings',
		name: 'svcRecordings',
		icon: {
			light: 'file:../../icons/recordings.svg',
			dark: 'file:../../icons/recordings.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle,
		description: 'Read recordings, transcripts, talk times and summaries',
		defaults: { name: 'Svc Recordings' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'svcApi', required: true }],
		requestDefaults: { baseURL: '={{$credentials.baseUrl}}' },
		properties,
	};

	customOperations = customOperations;

	methods = { listSearch: { searchPeople, searchRecordings, searchSpeakers, searchSummaries } };
}
