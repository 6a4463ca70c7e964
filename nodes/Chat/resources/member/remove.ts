import { rawWrite } from '../../../shared/operations';

/** removeGroupMembers: fields not shown */
export const remove = rawWrite({
	name: 'Remove',
	value: 'remove',
	action: 'Remove group members',
	description: 'Remove people from a group that you own',
	tool: {
		does: 'Removes people from a group chat that the user owns.',
		returns: 'Returns what the service answers for each person.',
		use: 'Use it only when the user asks for just that and names the person and the group.',
		effect: 'DANGEROUS: the people are no longer in the group, and no operation puts them back.',
	},
	url: '/api/v1/chat/members/remove',
	warning: 'Removes people from the group immediately.',
});
