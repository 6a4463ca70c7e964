import { rawWrite } from '../../../shared/operations';

/** removeGroupMembers: fields not shown */
export const remove = rawWrite({
	name: 'Remove',
	value: 'remove',
	action: 'Remove group members',
	description: 'Remove people from a group that you own',
	url: '/api/v1/chat/members/remove',
	warning: 'Removes people from the group immediately.',
});
