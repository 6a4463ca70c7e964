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
			url: '/api/v1/bots/messages/publish',
			warning: 'Publishes messages in the name of a bot. Other people see them.',
		}),
	],
};
