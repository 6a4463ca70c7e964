import type { INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { searchConversations, searchPeople } from '../shared/form';
import { declareTrigger } from '../shared/polling';
import { missedCall } from './events/missedCall';
import { newCall } from './events/newCall';
import { summaryFailed } from './events/summaryFailed';
import { summaryReady } from './events/summaryReady';
import { transcriptFailed } from './events/transcriptFailed';
import { transcriptReady } from './events/transcriptReady';

const { properties, subtitle, poll } = declareTrigger([
	newCall,
	missedCall,
	transcriptReady,
	summaryReady,
	transcriptFailed,
	summaryFailed,
]);

export class SvcCallsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Svc Calls Trigger',
		name: 'svcCallsTrigger',
		icon: { light: 'file:../../icons/calls.svg', dark: 'file:../../icons/calls.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle,
		// n8n's node panel shows this text for the action node and the trigger together (n8n 2.41, useActionsGeneration.ts)
		description:
			'Read calls with their summaries, transcripts and talk times, or start a workflow on new ones',
		defaults: { name: 'Svc Calls Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'svcApi', required: true }],
		properties,
	};

	methods = { listSearch: { searchConversations, searchPeople } };

	async poll(this: IPollFunctions) {
		return await poll(this);
	}
}
