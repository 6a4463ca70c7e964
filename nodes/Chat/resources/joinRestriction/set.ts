import { anyWrite } from '../../../shared/fields/rawBody';
import type { Operation } from '../../../shared/operations/operation';
import { passThrough } from '../../../shared/operations/endpoints/passThrough';

/** setGroupJoinRestrictions: fields not shown */
export const set: Operation = {
	name: 'Set',
	value: 'set',
	action: 'Set join restrictions',
	description: 'Decide who may not join a group that you own',
	routing: { request: { method: 'POST', url: '/api/v1/chat/join-restrictions/set' } },
	endpoint: passThrough({ writes: true }),
	fields: anyWrite('Keeps people from joining the group, or lets them again.'),
};
