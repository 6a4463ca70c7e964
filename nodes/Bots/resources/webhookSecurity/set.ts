import { anyWrite } from '../../../shared/fields/rawBody';
import type { Operation } from '../../../shared/operations/operation';
import { passThrough } from '../../../shared/operations/endpoints/passThrough';

/** setBotWebhookSecurity: fields not shown */
export const set: Operation = {
	name: 'Set',
	value: 'set',
	action: 'Set webhook security',
	description: 'Set the webhook security rules of bots',
	routing: { request: { method: 'POST', url: '/api/v1/bots/webhook-security/set' } },
	endpoint: passThrough({ writes: true }),
	fields: anyWrite(
		'Replaces the webhook security rules: wrong ones let strangers in or lock your own server out.',
	),
};
