import type { INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { searchPeople } from '../shared/form';
import { declareTrigger } from '../shared/polling';
import { newPost } from './events/newPost';
import { newReply } from './events/newReply';
import { ownPostReviewed } from './events/ownPostReviewed';
import { searchPosts } from './locators/post';

const { properties, subtitle, poll } = declareTrigger([newReply, newPost, ownPostReviewed]);

export class SvcWorldTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Svc World Trigger',
		name: 'svcWorldTrigger',
		icon: { light: 'file:../../icons/world.svg', dark: 'file:../../icons/world.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle,
		// n8n's node panel shows this text for the action node and the trigger together (n8n 2.41, useActionsGeneration.ts)
		description:
			'Publish, unpublish and read public posts, or start a workflow on replies and finished reviews',
		defaults: { name: 'Svc World Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'svcApi', required: true }],
		properties,
	};

	methods = { listSearch: { searchPeople, searchPosts } };

	async poll(this: IPollFunctions) {
		return await poll(this);
	}
}
