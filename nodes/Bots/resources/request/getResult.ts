import { anyRead } from '../../../shared/fields/rawBody';
import type { Operation } from '../../../shared/operations/operation';
import { passThrough } from '../../../shared/operations/endpoints/passThrough';

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
