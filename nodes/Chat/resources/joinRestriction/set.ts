import { rawWrite } from '../../../shared/operations';

/** setGroupJoinRestrictions: fields not shown */
export const set = rawWrite({
	name: 'Set',
	value: 'set',
	action: 'Set join restrictions',
	description: 'Decide who may not join a group that you own',
	url: '/api/v1/chat/join-restrictions/set',
	warning: 'Keeps people from joining the group, or lets them again.',
});
