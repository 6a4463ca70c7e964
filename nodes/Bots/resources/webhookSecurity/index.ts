import { rawRead, rawWrite, type Resource } from '../../../shared/operations';

/** The contract does not show the fields of these operations. */
export const webhookSecurity: Resource = {
	name: 'Webhook Security',
	description: 'The rules that protect the webhook of a bot',
	value: 'webhookSecurity',
	operations: [
		// getBotWebhookSecurity
		rawRead({
			name: 'Get',
			value: 'get',
			action: 'Get webhook security',
			description: 'Get the webhook security rules of bots',
			url: '/api/v1/bots/webhook-security/get',
		}),
		// setBotWebhookSecurity
		rawWrite({
			name: 'Set',
			value: 'set',
			action: 'Set webhook security',
			description: 'Replace the webhook security rules of bots',
			url: '/api/v1/bots/webhook-security/set',
			warning:
				'Replaces the webhook security rules. Wrong rules give access to strangers or block your own server.',
		}),
	],
};
