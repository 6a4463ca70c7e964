import { anyWrite } from '../../../shared/fields/json';
import type { Operation } from '../../../shared/operation';
import { generic } from '../../../shared/routing/generic';

/** deleteBots: fields not shown */
export const deleteOperation: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete bots',
	description: 'Delete bots for good',
	shape: generic('/api/v1/bots/delete', { writes: true }),
	fields: anyWrite('Deletes bots. What their conversations become of is up to the service.'),
};
