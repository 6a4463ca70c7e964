import { anyRead } from '../../../shared/fields/json';
import type { Operation } from '../../../shared/operation';
import { passThrough } from '../../../shared/routing/passThrough';

/** getBotWebhookSecurity: fields not shown */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get webhook security',
	description: 'Read the webhook security settings of bots',
	routing: { request: { method: 'POST', url: '/api/v1/bots/webhook-security/get' } },
	endpoint: passThrough({ writes: false }),
	fields: [...anyRead],
};
