import { anyWrite } from '../../../shared/fields/rawBody';
import type { Operation } from '../../../shared/operations/operation';
import { passThrough } from '../../../shared/operations/endpoints/passThrough';

/** markWorldInteractionsViewed: fields not shown */
export const markViewed: Operation = {
	name: 'Mark Viewed',
	value: 'markViewed',
	action: 'Mark interactions viewed',
	description: 'Mark what happened around your posts as seen',
	routing: { request: { method: 'POST', url: '/api/v1/world/interactions/mark-viewed' } },
	endpoint: passThrough({ writes: true }),
	fields: anyWrite('What is marked as seen no longer shows as new in the service.'),
};
