import { anyRead } from '../../../shared/fields/json';
import type { Operation } from '../../../shared/operation';
import { generic } from '../../../shared/routing/generic';

/** batchGetBots: fields not shown */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get bots',
	description: 'Read the profiles of bots',
	shape: generic('/api/v1/bots/batch-get', { writes: false }),
	fields: [...anyRead],
};
