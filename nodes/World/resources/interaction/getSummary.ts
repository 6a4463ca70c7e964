import { anyRead } from '../../../shared/fields/json';
import type { Operation } from '../../../shared/operation';
import { passThrough } from '../../../shared/routing/passThrough';

/** getWorldInteractionSummary: fields not shown */
export const getSummary: Operation = {
	name: 'Get Summary',
	value: 'getSummary',
	action: 'Get interaction summary',
	description: 'Read a summary of what happened around your posts',
	routing: { request: { method: 'POST', url: '/api/v1/world/interactions/summary' } },
	endpoint: passThrough({ writes: false }),
	fields: [...anyRead],
};
