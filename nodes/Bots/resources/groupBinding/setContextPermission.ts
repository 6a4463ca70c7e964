import { anyWrite } from '../../../shared/fields/json';
import type { Operation } from '../../../shared/operation';
import { generic } from '../../../shared/routing/generic';

/** setGroupBotContextPermissions: fields not shown */
export const setContextPermission: Operation = {
	name: 'Set Context Permission',
	value: 'setContextPermission',
	action: 'Set context permission of bots',
	description: 'Allow or forbid bots to read the context of a group',
	shape: generic('/api/v1/bots/group-bindings/context-permissions/set', { writes: true }),
	fields: anyWrite('Decides whether bots may read what is said in a group.'),
};
