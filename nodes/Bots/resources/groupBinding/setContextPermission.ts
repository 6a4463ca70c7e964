import { anyWrite } from '../../../shared/fields/json';
import type { Operation } from '../../../shared/operation';
import { passThrough } from '../../../shared/routing/passThrough';

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
