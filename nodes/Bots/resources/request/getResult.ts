import { anyRead } from '../../../shared/fields/json';
import type { Operation } from '../../../shared/operation';
import { passThrough } from '../../../shared/routing/passThrough';

/** queryBotRequestResult: fields not shown */
export const getResult: Operation = {
	name: 'Get Result',
	value: 'getResult',
	action: 'Get bot request result',
	description: 'Read what became of a request to a bot',
	routing: { request: { method: 'POST', url: '/api/v1/bots/requests/result/query' } },
	endpoint: passThrough({ writes: false }),
	fields: [...anyRead],
};
