import { anyRead } from '../../../shared/fields/json';
import type { Operation } from '../../../shared/operation';
import { generic } from '../../../shared/routing/generic';

/** queryBotRequestResult: fields not shown */
export const getResult: Operation = {
	name: 'Get Result',
	value: 'getResult',
	action: 'Get bot request result',
	description: 'Read what became of a request to a bot',
	shape: generic('/api/v1/bots/requests/result/query', { writes: false }),
	fields: [...anyRead],
};
