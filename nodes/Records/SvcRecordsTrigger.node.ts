import type { INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { searchPeople, searchTopics } from '../shared/form';
import { declareTrigger } from '../shared/polling';
import { newRecord } from './events/newRecord';

const { properties, subtitle, poll } = declareTrigger([newRecord]);

export class SvcRecordsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Svc Records Trigger',
		name: 'svcRecordsTrigger',
		icon: { light: 'file:../../icons/records.svg', dark: 'file:../../icons/records.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle,
		// n8n's node panel shows this text for the action node and the trigger together (n8n 2.41, useActionsGeneration.ts)
		description:
			'Read and write records (notes and texts from chats), or start a workflow on new ones',
		defaults: { name: 'Svc Records Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'svcApi', required: true }],
		properties,
	};

	methods = { listSearch: { searchPeople, searchTopics } };

	async poll(this: IPollFunctions) {
		return await poll(this);
	}
}
