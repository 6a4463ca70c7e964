import { anyWrite } from '../../../shared/fields/json';
import type { Operation } from '../../../shared/operation';
import { passThrough } from '../../../shared/routing/passThrough';

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
