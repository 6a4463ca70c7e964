import { anyWrite } from '../../../shared/fields/json';
import type { Operation } from '../../../shared/operation';
import { generic } from '../../../shared/routing/generic';

/** removeGroupMembers: fields not shown */
export const remove: Operation = {
	name: 'Remove',
	value: 'remove',
	action: 'Remove group members',
	description: 'Take people out of a group that you own',
	shape: generic('/api/v1/chat/members/remove', { writes: true }),
	fields: anyWrite('Takes people out of the group at once; everybody in it sees that.'),
};
