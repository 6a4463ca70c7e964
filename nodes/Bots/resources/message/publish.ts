import { anyWrite } from '../../../shared/fields/json';
import type { Operation } from '../../../shared/operation';
import { generic } from '../../../shared/routing/generic';

/** publishBotMessages: fields not shown */
export const publish: Operation = {
	name: 'Publish',
	value: 'publish',
	action: 'Publish bot messages',
	description: 'Publish messages as a bot',
	shape: generic('/api/v1/bots/messages/publish', { writes: true }),
	fields: anyWrite('Publishes messages as a bot, where others see them.'),
};
