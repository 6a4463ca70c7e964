import { rawWrite } from '../../../shared/operations';

/** setGroupJoinRestrictions: fields not shown */
export const set = rawWrite({
	name: 'Set',
	value: 'set',
	action: 'Set join restrictions',
	description: 'Forbid or allow people to join a group that you own',
	tool: {
		does: 'Sets who may not join a group chat that the user owns.',
		returns: 'Returns what the service answers for each person.',
		use: 'Use it only when the user asks to keep somebody out of a group, or to allow joining again.',
		effect: 'Changes who can join the group. The restrictions are set anew each time.',
	},
	url: '/api/v1/chat/join-restrictions/set',
	warning: 'Changes who may join the group.',
});
