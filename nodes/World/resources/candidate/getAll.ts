import { anyRead } from '../../../shared/fields/rawBody';
import type { Operation } from '../../../shared/operations/operation';
import { passThrough } from '../../../shared/operations/endpoints/passThrough';

/** queryWorldCandidates: fields not shown */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many candidates',
	description: 'List what could be published',
	routing: { request: { method: 'POST', url: '/api/v1/world/candidates/query' } },
	endpoint: passThrough({ writes: false }),
	fields: [...anyRead],
};
