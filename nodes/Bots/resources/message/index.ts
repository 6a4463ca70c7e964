import { rawWrite, type Resource } from '../../../shared/operations';

/** The contract does not show the fields of these operations. */
export const message: Resource = {
	name: 'Message',
	value: 'message',
	operations: [
		// publishBotMessages
		rawWrite({
			name: 'Publish',
			value: 'publish',
			action: 'Publish bot messages',
			description: 'Publish messages as a bot',
			url: '/api/v1/bots/messages/publish',
			warning: 'Publishes messages as a bot, where others see them.',
		}),
	],
};
