import { anyRead } from '../../../shared/fields/json';
import type { Operation } from '../../../shared/operation';
import { generic } from '../../../shared/routing/generic';

/** getWorldInteractionSummary: fields not shown */
export const getSummary: Operation = {
	name: 'Get Summary',
	value: 'getSummary',
	action: 'Get interaction summary',
	description: 'Read a summary of what happened around your posts',
	shape: generic('/api/v1/world/interactions/summary', { writes: false }),
	fields: [...anyRead],
};
