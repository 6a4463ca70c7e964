import { anyWrite } from '../../../shared/fields/json';
import type { Operation } from '../../../shared/operation';
import { generic } from '../../../shared/routing/generic';

/** markWorldInteractionsViewed: fields not shown */
export const markViewed: Operation = {
	name: 'Mark Viewed',
	value: 'markViewed',
	action: 'Mark interactions viewed',
	description: 'Mark what happened around your posts as seen',
	shape: generic('/api/v1/world/interactions/mark-viewed', { writes: true }),
	fields: anyWrite('What is marked as seen no longer shows as new in the service.'),
};
