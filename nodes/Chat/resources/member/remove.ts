import { rawWrite } from '../../../shared/operations';

/** removeGroupMembers: fields not shown */
export const remove = rawWrite({
	name: 'Remove',
	value: 'remove',
	action: 'Remove group members',
	description: 'Take people out of a group that you own',
	url: '/api/v1/chat/members/remove',
	warning: 'Takes people out of the group at once; everybody in it sees that.',
});
