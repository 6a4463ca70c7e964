import { anyRead } from '../../../shared/fields/rawBody';
import type { Operation } from '../../../shared/operations/operation';
import { passThrough } from '../../../shared/operations/endpoints/passThrough';

/** batchGetBots: fields not shown */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get bots',
	description: 'Read the profiles of bots',
	routing: { request: { method: 'POST', url: '/api/v1/bots/batch-get' } },
	endpoint: passThrough({ writes: false }),
	fields: [...anyRead],
};
