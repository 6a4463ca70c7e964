import { anyRead } from '../../../shared/fields/json';
import type { Operation } from '../../../shared/operation';
import { generic } from '../../../shared/routing/generic';

/** listGroupBotBindings: fields not shown */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many group bindings',
	description: 'List in which groups bots are installed',
	shape: generic('/api/v1/bots/group-bindings/list', { writes: false }),
	fields: [...anyRead],
};
