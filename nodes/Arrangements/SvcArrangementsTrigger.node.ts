import type { INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { searchRecords, searchTopics } from '../shared/form';
import { declareTrigger } from '../shared/polling';
import { created } from './events/created';
import { dueSoon } from './events/dueSoon';
import { overdue } from './events/overdue';
import { statusChanged } from './events/statusChanged';
import { updated } from './events/updated';

const { properties, subtitle, poll } = declareTrigger([
	dueSoon,
	overdue,
	created,
	statusChanged,
	updated,
]);

export class SvcArrangementsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Svc Tasks Trigger',
		name: 'svcArrangementsTrigger',
		icon: {
			light: 'file:../../icons/arrangements.svg',
			dark: 'file:../../icons/arrangements.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle,
		// n8n's node panel shows this text for the action node and the trigger together (n8n 2.41, useActionsGeneration.ts)
		description:
			'Create, read, update and complete tasks, or start a workflow when one is created, changes or is due',
		defaults: { name: 'Svc Tasks Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'svcApi', required: true }],
		properties,
	};

	methods = { listSearch: { searchRecords, searchTopics } };

	async poll(this: IPollFunctions) {
		return await poll(this);
	}
}
