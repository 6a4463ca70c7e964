import { anyWrite } from '../../../shared/fields/json';
import type { Operation } from '../../../shared/operation';
import { generic } from '../../../shared/routing/generic';

/** sendBotRequests: fields not shown */
export const send: Operation = {
	name: 'Send',
	value: 'send',
	action: 'Send bot request',
	description: 'Send a request to a bot in your name',
	shape: generic('/api/v1/bots/requests/send', { writes: true }),
	fields: anyWrite('Sends a request to a bot in your name.'),
};
