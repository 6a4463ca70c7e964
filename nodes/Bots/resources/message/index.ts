import { rawWrite, type Resource } from '../../../shared/operations';

/** The contract does not show the fields of these operations. */
export const message: Resource = {
	name: 'Message',
	description: 'A message that a bot publishes',
	value: 'message',
	operations: [
		// publishBotMessages
		rawWrite({
			name: 'Publish',
			value: 'publish',
			action: 'Publish bot messages',
			description: 'Publish messages in the name of a bot',
			tool: {
				does: 'Publishes messages as a bot.',
				returns: 'Returns what the service answers.',
				use: "Use it only when the user wants a bot to say something. To write in the user's own name, send a chat message.",
				effect: 'DANGEROUS: others see the messages, and no operation takes them back.',
			},
			url: '/api/v1/bots/messages/publish',
			warning: 'Publishes messages in the name of a bot. Other people see them.',
		}),
	],
};
