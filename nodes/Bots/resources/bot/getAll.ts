import { anyRead } from '../../../shared/fields/rawBody';
import type { Operation } from '../../../shared/operations/operation';
import { passThrough } from '../../../shared/operations/endpoints/passThrough';

/** queryBots: fields not shown */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many bots',
	description: 'List your own bots',
	routing: { request: { method: 'POST', url: '/api/v1/bots/query' } },
	endpoint: passThrough({ writes: false }),
	fields: [...anyRead],
};
