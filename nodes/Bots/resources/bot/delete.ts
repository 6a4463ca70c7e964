import { anyWrite } from '../../../shared/fields/rawBody';
import type { Operation } from '../../../shared/operations/operation';
import { passThrough } from '../../../shared/operations/endpoints/passThrough';

/** deleteBots: fields not shown */
export const deleteOperation: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete bots',
	description: 'Delete bots for good',
	routing: { request: { method: 'POST', url: '/api/v1/bots/delete' } },
	endpoint: passThrough({ writes: true }),
	fields: anyWrite('Deletes bots. What their conversations become of is up to the service.'),
};
