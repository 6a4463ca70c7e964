import { anyWrite } from '../../../shared/fields/rawBody';
import type { Operation } from '../../../shared/operations/operation';
import { passThrough } from '../../../shared/operations/endpoints/passThrough';

/** publishBotMessages: fields not shown */
export const publish: Operation = {
	name: 'Publish',
	value: 'publish',
	action: 'Publish bot messages',
	description: 'Publish messages as a bot',
	routing: { request: { method: 'POST', url: '/api/v1/bots/messages/publish' } },
	endpoint: passThrough({ writes: true }),
	fields: anyWrite('Publishes messages as a bot, where others see them.'),
};
