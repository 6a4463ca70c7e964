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
			url: '/api/v1/bots/requests/send',
			warning: 'Sends a request to a bot in your name.',
		}),
		// queryBotRequestResult
		rawRead({
			name: 'Get Result',
			value: 'getResult',
			action: 'Get bot request result',
			description: 'Get the result of a request that was sent to a bot',
			url: '/api/v1/bots/requests/result/query',
		}),
	],
};
