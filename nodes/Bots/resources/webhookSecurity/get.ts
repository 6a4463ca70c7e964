import { anyRead } from '../../../shared/fields/json';
import type { Operation } from '../../../shared/operation';
import { generic } from '../../../shared/routing/generic';

/** getBotWebhookSecurity: fields not shown */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get webhook security',
	description: 'Read the webhook security settings of bots',
	shape: generic('/api/v1/bots/webhook-security/get', { writes: false }),
	fields: [...anyRead],
};
