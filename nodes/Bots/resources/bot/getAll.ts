import { anyRead } from '../../../shared/fields/json';
import type { Operation } from '../../../shared/operation';
import { passThrough } from '../../../shared/routing/passThrough';

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
