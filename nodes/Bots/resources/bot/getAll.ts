import { anyRead } from '../../../shared/fields/json';
import type { Operation } from '../../../shared/operation';
import { generic } from '../../../shared/routing/generic';

/** queryBots: fields not shown */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many bots',
	description: 'List your own bots',
	shape: generic('/api/v1/bots/query', { writes: false }),
	fields: [...anyRead],
};
