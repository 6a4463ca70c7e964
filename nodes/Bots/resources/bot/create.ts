import { anyWrite } from '../../../shared/fields/rawBody';
import type { Operation } from '../../../shared/operations/operation';
import { passThrough } from '../../../shared/operations/endpoints/passThrough';

/** createBots: fields not shown */
export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create bots',
	description: 'Create bots',
	routing: { request: { method: 'POST', url: '/api/v1/bots/create' } },
	endpoint: passThrough({ writes: true }),
	fields: anyWrite(),
};
