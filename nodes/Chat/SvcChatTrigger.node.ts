import type { INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { searchConversations, searchPeople } from '../shared/form';
import { declareTrigger } from '../shared/polling';
import { newMessage } from './events/newMessage';

const { properties, subtitle, poll } = declareTrigger([newMessage]);

export class SvcChatTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Svc Chat Trigger',
		name: 'svcChatTrigger',
		icon: { light: 'file:../../icons/chat.svg', dark: 'file:../../icons/chat.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle,
		// n8n's node panel shows this text for the action node and the trigger together (n8n 2.41, useActionsGeneration.ts)
		description:
			'Send, search and read chat messages, moderate groups, or start a workflow on new messages',
		defaults: { name: 'Svc Chat Trigger' },
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
