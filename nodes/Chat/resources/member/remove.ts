import { anyWrite } from '../../../shared/fields/rawBody';
import type { Operation } from '../../../shared/operations/operation';
import { passThrough } from '../../../shared/operations/endpoints/passThrough';

/** removeGroupMembers: fields not shown */
export const remove: Operation = {
	name: 'Remove',
	value: 'remove',
	action: 'Remove group members',
	description: 'Take people out of a group that you own',
	routing: { request: { method: 'POST', url: '/api/v1/chat/members/remove' } },
	endpoint: passThrough({ writes: true }),
	fields: anyWrite('Takes people out of the group at once; everybody in it sees that.'),
};
