import { anyWrite } from '../../../shared/fields/rawBody';
import type { Operation } from '../../../shared/operations/operation';
import { passThrough } from '../../../shared/operations/endpoints/passThrough';

/** setGroupBotContextPermissions: fields not shown */
export const setContextPermission: Operation = {
	name: 'Set Context Permission',
	value: 'setContextPermission',
	action: 'Set context permission of bots',
	description: 'Allow or forbid bots to read the context of a group',
	routing: {
		request: { method: 'POST', url: '/api/v1/bots/group-bindings/context-permissions/set' },
	},
	endpoint: passThrough({ writes: true }),
	fields: anyWrite('Decides whether bots may read what is said in a group.'),
};
