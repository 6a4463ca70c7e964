import type { INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { searchConversations, searchPeople } from '../shared/locators';
import { eventSubtitle, poll, triggerOn } from '../shared/polling';
import { newMessage } from './events/newMessage';

const events = [newMessage];

export class SvcChatTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Svc Chat Trigger',
		name: 'svcChatTrigger',
		icon: { light: 'file:../../icons/chat.svg', dark: 'file:../../icons/chat.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: eventSubtitle(events),
		description:
			'Send, search and read chat messages with your Svc account, and moderate its groups',
		defaults: { name: 'Svc Chat Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'svcApi', required: true }],
		properties: triggerOn(events),
	};

	methods = { listSearch: { searchConversations, searchPeople } };

	async poll(this: IPollFunctions) {
		return await poll(this, events);
	}
}
