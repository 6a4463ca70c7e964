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
			tool: {
				does: 'Gets the security settings of the webhooks of bots.',
				returns: 'Returns what the service answers.',
				use: 'Use it before changing them.',
			},
			url: '/api/v1/bots/webhook-security/get',
		}),
		// setBotWebhookSecurity
		rawWrite({
			name: 'Set',
			value: 'set',
			action: 'Set webhook security',
			description: 'Replace the webhook security rules of bots',
			tool: {
				does: 'Sets the security rules of the webhooks of bots.',
				returns: 'Returns what the service answers.',
				use: 'Use it only when the user asks for it and gives the rules.',
				effect: "DANGEROUS: wrong rules let strangers in or lock the bot's own server out.",
			},
			url: '/api/v1/bots/webhook-security/set',
			warning:
				'Replaces the webhook security rules. Wrong rules give access to strangers or block your own server.',
		}),
	],
};
