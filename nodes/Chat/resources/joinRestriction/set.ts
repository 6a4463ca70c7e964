import { rawWrite } from '../../../shared/operations';

/** setGroupJoinRestrictions: fields not shown */
export const set = rawWrite({
	name: 'Set',
	value: 'set',
	action: 'Set join restrictions',
	description: 'Set who may not join a group that you own',
	url: '/api/v1/chat/join-restrictions/set',
	warning: 'Forbids people to join the group, or allows it again.',
});
