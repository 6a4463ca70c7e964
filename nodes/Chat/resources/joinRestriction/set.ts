import { anyWrite } from '../../../shared/fields/json';
import type { Operation } from '../../../shared/operation';
import { generic } from '../../../shared/routing/generic';

/** setGroupJoinRestrictions: fields not shown */
export const set: Operation = {
	name: 'Set',
	value: 'set',
	action: 'Set join restrictions',
	description: 'Decide who may not join a group that you own',
	shape: generic('/api/v1/chat/join-restrictions/set', { writes: true }),
	fields: anyWrite('Keeps people from joining the group, or lets them again.'),
};
