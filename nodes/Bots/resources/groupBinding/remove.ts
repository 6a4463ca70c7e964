import { anyWrite } from '../../../shared/fields/rawBody';
import type { Operation } from '../../../shared/operations/operation';
import { passThrough } from '../../../shared/operations/endpoints/passThrough';

/** removeGroupBots: fields not shown */
export const remove: Operation = {
	name: 'Remove',
	value: 'remove',
	action: 'Remove bots from groups',
	description: 'Take bots out of groups',
	routing: { request: { method: 'POST', url: '/api/v1/bots/group-bindings/remove' } },
	endpoint: passThrough({ writes: true }),
	fields: anyWrite('Takes bots out of groups; they can no longer be mentioned there.'),
};
