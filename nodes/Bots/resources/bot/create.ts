import { anyWrite } from '../../../shared/fields/json';
import type { Operation } from '../../../shared/operation';
import { passThrough } from '../../../shared/routing/passThrough';

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
