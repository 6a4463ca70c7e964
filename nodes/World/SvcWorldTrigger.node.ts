import type { INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { eventSubtitle, poll, triggerOn } from '../shared/polling';
import { newReply } from './events/newReply';
import { ownPostReviewed } from './events/ownPostReviewed';
import { searchPosts } from './locators/post';

const events = [newReply, ownPostReviewed];

export class SvcWorldTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Svc World Trigger',
		name: 'svcWorldTrigger',
		icon: { light: 'file:../../icons/world.svg', dark: 'file:../../icons/world.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: eventSubtitle(events),
		description: 'Read, publish and withdraw public posts with your Svc account',
		defaults: { name: 'Svc World Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'svcApi', required: true }],
		properties: triggerOn(events),
	};

	methods = { listSearch: { searchPosts } };

	async poll(this: IPollFunctions) {
		return await poll(this, events);
	}
}
