import { anyWrite } from '../../../shared/fields/json';
import type { Operation } from '../../../shared/operation';
import { generic } from '../../../shared/routing/generic';

/** createBots: fields not shown */
export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create bots',
	description: 'Create bots',
	shape: generic('/api/v1/bots/create', { writes: true }),
	fields: anyWrite(),
};
