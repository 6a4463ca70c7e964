import { rawRead, rawWrite, type Resource } from '../../../shared/operations';

/** The contract does not show the fields of these operations. */
export const request: Resource = {
	name: 'Request',
	description: 'A request that you send to a bot',
	value: 'request',
	operations: [
		// sendBotRequests
		rawWrite({
			name: 'Send',
			value: 'send',
			action: 'Send bot request',
			description: 'Send a request to a bot in your name',
			tool: {
				does: "Sends a request to a bot in the user's name.",
				returns: 'Returns what the service answers.',
				use: 'Use it when the user wants something from a bot. Then get the bot request result.',
				effect: 'The bot acts on the request, and no operation undoes that.',
			},
			url: '/api/v1/bots/requests/send',
			warning: 'Sends a request to a bot in your name.',
		}),
		// queryBotRequestResult
		rawRead({
			name: 'Get Result',
			value: 'getResult',
			action: 'Get bot request result',
			description: 'Get the result of a request that was sent to a bot',
			tool: {
				does: 'Gets the result of a request that was sent to a bot.',
				returns: 'Returns what the service answers.',
				use: 'Use it after sending a bot request.',
			},
			url: '/api/v1/bots/requests/result/query',
		}),
	],
};
