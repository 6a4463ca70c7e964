import { anyRead } from '../../../shared/fields/json';
import type { Operation } from '../../../shared/operation';
import { generic } from '../../../shared/routing/generic';

/** queryWorldCandidates: fields not shown */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many candidates',
	description: 'List what could be published',
	shape: generic('/api/v1/world/candidates/query', { writes: false }),
	fields: [...anyRead],
};
