import { anyRead } from '../../../shared/fields/rawBody';
import type { Operation } from '../../../shared/operations/operation';
import { passThrough } from '../../../shared/operations/endpoints/passThrough';

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
