import { anyRead } from '../../../shared/fields/rawBody';
import type { Operation } from '../../../shared/operations/operation';
import { passThrough } from '../../../shared/operations/endpoints/passThrough';

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
