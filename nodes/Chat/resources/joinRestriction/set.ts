import { rawWrite } from '../../../shared/operations';

/** setGroupJoinRestrictions: fields not shown */
export const set = rawWrite({
	name: 'Set',
	value: 'set',
	action: 'Set join restrictions',
	description: 'Forbid or allow people to join a group that you own',
	url: '/api/v1/chat/join-restrictions/set',
	warning: 'Changes who may join the group.',
});
