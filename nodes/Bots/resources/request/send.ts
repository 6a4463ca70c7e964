import { anyWrite } from '../../../shared/fields/rawBody';
import type { Operation } from '../../../shared/operations/operation';
import { passThrough } from '../../../shared/operations/endpoints/passThrough';

/** sendBotRequests: fields not shown */
export const send: Operation = {
	name: 'Send',
	value: 'send',
	action: 'Send bot request',
	description: 'Send a request to a bot in your name',
	routing: { request: { method: 'POST', url: '/api/v1/bots/requests/send' } },
	endpoint: passThrough({ writes: true }),
	fields: anyWrite('Sends a request to a bot in your name.'),
};
